"""What the columns of a table mean."""
