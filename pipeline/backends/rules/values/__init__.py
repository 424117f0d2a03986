"""What a bare text can be: a code, a size, a colour, a material, a price; and what a product's own words say of it."""
