"""The web process: services, Django, and what is routed before it."""

import os

from pdfsku.startup import ensure_services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pdfsku.settings")
os.environ.setdefault("PDFSKU_PROCESS", "web")
ensure_services()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402

# Loads the apps, which routing imports.
_django = get_asgi_application()

from pdfsku import routing  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": routing.before(_django),  # type: ignore[arg-type]
        "websocket": URLRouter(routing.WEBSOCKET_ROUTES),
        "lifespan": routing.lifespan,
    }
)
