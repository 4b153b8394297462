"""Hinterland: a headless AI opponent for board games with hidden information."""

__version__ = "0.1.0"
