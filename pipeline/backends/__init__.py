"""Ways to read products from a page: offline rules, a language model, or both."""
