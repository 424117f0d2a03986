"""When a component is called degraded or down."""

from pdfsku.settings import env

HEALTH_TIMEOUT_SECONDS = env.decimal("HEALTH_TIMEOUT_SEC", 2.0, minimum=0.1)
HEALTH_DISK_LOW_BYTES = env.integer("HEALTH_DISK_LOW_MB", 2048, minimum=1) * 1024**2
HEALTH_DISK_FULL_BYTES = env.integer("HEALTH_DISK_FULL_MB", 256, minimum=1) * 1024**2
# A wake-up nobody took for this long means that workers are too few or hang.
HEALTH_QUEUE_AGE_SECONDS = env.integer("HEALTH_QUEUE_AGE_SEC", 300, minimum=1)
