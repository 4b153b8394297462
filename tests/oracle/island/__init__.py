"""The island game once more, plainly and slowly: see README.md."""
