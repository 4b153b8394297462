"""Exact answers about small games, by walking every line of them: the reference for search."""
