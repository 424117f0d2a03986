"""The uploads application as the whole server, so that its tests need nothing of the rest."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pdfsku.settings.test")

import django

django.setup()

from jobs.api.uploads import application as uploads  # noqa: E402


async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await uploads(scope, receive, send)
