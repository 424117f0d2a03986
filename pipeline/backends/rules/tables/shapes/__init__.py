"""Tables that are more than plain rows: turned ones, matrices, versions, sets, forms."""
