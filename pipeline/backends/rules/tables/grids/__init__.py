"""Where the rows and columns of a table are."""
