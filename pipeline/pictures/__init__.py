"""Pictures of a page: put together from their pieces, taken out as a person sees them, measured and judged."""
