"""A sample catalog, drawn by the project itself, so that a newcomer has something to look at."""
