"""Kinds of catalog pages, by trade. Each takes an easel or a canvas, draws one page and says what is printed on it."""
