"""Products told line by line or in running text, with no grid around them."""
