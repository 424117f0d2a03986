"""Which backend reads pages. `rules` needs no model and no network."""

from pdfsku.settings import env

AI_BACKEND = env.choice("AI_BACKEND", "rules", ("rules",))
# A chunk is what one queue message wakes: large enough to open the file once, small enough to share and to cancel.
PAGES_PER_CHUNK = env.integer("PAGES_PER_CHUNK", 8, minimum=1, maximum=100)
PAGE_TIMEOUT_SECONDS = env.decimal("PAGE_TIMEOUT_SECONDS", 20.0, minimum=0.01)
# A message is worked on no longer than this before the next one is taken, so that every merchant gets its turn.
CHUNK_SECONDS = env.decimal("CHUNK_SECONDS", 1.5, minimum=0.1)
# After this a turn gives way to other messages that wait: a new job is evaluated though a large one is at work.
TURN_SECONDS = env.decimal("TURN_SECONDS", 1.0, minimum=0.1)
# How long a claimed page stays its worker's without a sign of life.
PAGE_LEASE_SECONDS = env.decimal("PAGE_LEASE_SECONDS", 30.0, minimum=1.0)
