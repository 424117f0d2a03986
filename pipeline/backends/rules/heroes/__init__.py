"""Pages about one product."""
