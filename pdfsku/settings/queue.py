"""django-q2 as a wake-up: what is to be done stands in our own tables, so a lost or doubled message costs nothing."""

import math
import os

from pdfsku.settings import env

WORKERS = env.integer("WORKERS", max(1, os.cpu_count() or 1), minimum=1, maximum=256)
WORKER_ID = env.text("WORKER_ID", "")
POD_IP = env.text("POD_IP", "")
TASK_TIMEOUT_SECONDS = env.integer("TASK_TIMEOUT_SECONDS", 120, minimum=30)
_QUEUE_LIMIT = 1

Q_CLUSTER = {
    "name": "pdfsku",
    "label": "Queue",
    # The ORM broker: with Redis a killed worker loses its task.
    "orm": "default",
    "broker_class": "pipeline.broker.FirstInFirstOut",
    "workers": WORKERS,
    "timeout": TASK_TIMEOUT_SECONDS,
    # The clock of `retry` starts when a task is prefetched, so it must outlast those waiting before it.
    "retry": TASK_TIMEOUT_SECONDS * (1 + math.ceil((_QUEUE_LIMIT + 1) / WORKERS)) + 60,
    "queue_limit": _QUEUE_LIMIT,
    "bulk": 1,
    "poll": 0.1,
    "max_attempts": 5,
    "ack_failures": True,
    # Saving successes locks every success row on each task: 100 tasks/s instead of 950.
    "save_limit": -1,
    "recycle": 200,
    "max_rss": env.integer("WORKER_MAX_RSS_MB", 1500, minimum=200) * 1024,
    "guard_cycle": 1,
    "catch_up": False,
    "scheduler": False,
}
