"""PostgreSQL and Redis: where they are and how each kind of process holds its connections."""

from pdfsku.settings import env

# Web processes share a pool; workers keep one connection each. A web process with persistent connections
# and no pool exhausted Postgres under 300 event streams.
PROCESS_KIND = env.choice("PDFSKU_PROCESS", "shell", ("web", "worker", "scanner", "shell"))

_POOL_SIZE = env.integer("DB_POOL_SIZE", 20, minimum=2, maximum=1000)
_connection = env.database("DATABASE_URL", "postgresql:///pdfsku")
_options: dict[str, object] = dict(_connection.pop("OPTIONS", None) or {})  # type: ignore[call-overload]
if PROCESS_KIND == "web":
    _options["pool"] = {"min_size": 2, "max_size": _POOL_SIZE, "timeout": 10}

if PROCESS_KIND == "worker":
    # A worker saves one page like the other: from the fifth time on the server keeps the plan of a statement.
    _options["prepare_threshold"] = 5

DATABASES = {
    "default": {
        **_connection,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 0 if PROCESS_KIND == "web" else 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _options,
    }
}

REDIS_URL = env.redis_url("REDIS_URL", "redis://127.0.0.1:6379/0")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "pdf_sku"}}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}}
