"""Catalogs drawn with their truth: `python -m tests.golden.drawing OUT` writes a golden set."""
