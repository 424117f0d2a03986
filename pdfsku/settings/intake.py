"""Limits of the gateway: uploads, safety check, heartbeats, orphans, event streams."""

from pdfsku.settings import env

TUS_MAX_SIZE_BYTES = env.integer("TUS_MAX_SIZE_GB", 16, minimum=1) * 1024**3
TUS_EXPIRY_HOURS = env.decimal("TUS_EXPIRY_HOURS", 6.0, minimum=0.001)
TUS_CHUNK_TIMEOUT_SECONDS = env.integer("TUS_CHUNK_TIMEOUT_SEC", 60, minimum=1)
TUS_MAX_OPEN_UPLOADS = env.integer("TUS_MAX_OPEN_UPLOADS", 500, minimum=1)
TUS_MAX_OPEN_BYTES = env.integer("TUS_MAX_OPEN_GB", 64, minimum=1) * 1024**3

MAX_PAGES = env.integer("MAX_PAGES", 1000, minimum=1)
SECURITY_PARSE_TIMEOUT_SECONDS = env.integer("SECURITY_PARSE_TIMEOUT_SEC", 30, minimum=1)
SECURITY_MAX_OBJECT_COUNT = env.integer("SECURITY_MAX_OBJECT_COUNT", 500_000, minimum=1, maximum=100_000_000)
SECURITY_MEMORY_LIMIT_MB = env.integer("SECURITY_MEMORY_LIMIT_MB", 960, minimum=128)

HEARTBEAT_INTERVAL_SECONDS = env.integer("HEARTBEAT_INTERVAL_SEC", 30, minimum=1)
HEARTBEAT_SUSPECT_SECONDS = env.integer("HEARTBEAT_SUSPECT_SEC", 60, minimum=1)
HEARTBEAT_DEAD_SECONDS = env.integer("HEARTBEAT_DEAD_SEC", 90, minimum=2)
ORPHAN_SCAN_INTERVAL_SECONDS = env.integer("ORPHAN_SCAN_INTERVAL_SEC", 60, minimum=1)
ORPHAN_REQUEUE_MAX = env.integer("ORPHAN_REQUEUE_MAX", 3, minimum=0)
ORPHAN_REQUEUE_COOLDOWN_SECONDS = env.integer("ORPHAN_REQUEUE_COOLDOWN_SEC", 300)

SSE_KEEPALIVE_SECONDS = env.decimal("SSE_KEEPALIVE_SEC", 30.0, minimum=0.1)
SSE_MAX_CONNECTIONS = env.integer("SSE_MAX_CONNECTIONS", 1000, minimum=1)
SSE_PER_MERCHANT_MAX = env.integer("SSE_PER_MERCHANT_MAX", 50, minimum=1)
SSE_QUEUE_MAXSIZE = env.integer("SSE_QUEUE_MAXSIZE", 100, minimum=1)

IDEMPOTENCY_HOURS = env.integer("IDEMPOTENCY_HOURS", 24, minimum=1)
