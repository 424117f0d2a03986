"""Reading products by geometry, dictionaries and the shape of values: no model, no network."""
