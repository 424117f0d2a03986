"""tus 1.0.0: protocol headers, the turn to write, bodies streamed to disk. `jobs.api.uploads` is the way in."""
