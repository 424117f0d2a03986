"""Products in rows and columns: tables are found, their heads understood, their rows read."""
