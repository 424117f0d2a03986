"""What is found out about a whole page: its furniture, its frames and pictures, what it says of all its products, and the account of its text."""
