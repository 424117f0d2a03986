"""Captions: the words that tell of one product, wherever they stand."""
