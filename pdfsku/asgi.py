"""The web process: services, Django, and what is routed before it."""

import os

from pdfsku.memory import keep_buffers
from pdfsku.startup import ensure_services, one_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pdfsku.settings")
os.environ.setdefault("PDFSKU_PROCESS", "web")
with one_line():
    ensure_services()
    keep_buffers()

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

with one_line():
    # Loads the apps, which routing imports.
    _django = get_asgi_application()

from pdfsku import routing

application = ProtocolTypeRouter(
    {
        "http": routing.before(_django),  # type: ignore[arg-type]
        "websocket": URLRouter(routing.WEBSOCKET_ROUTES),
        "lifespan": routing.lifespan,
    }
)
