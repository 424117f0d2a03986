"""Text as it is set: spans with their places, fragments, blocks, rows of statements."""
