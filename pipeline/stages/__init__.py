"""The steps a page goes through, each from records to records."""
