"""tus 1.0.0 under /api/v1/uploads: a raw ASGI application that decides before it reads a byte of a body.

Django's ASGI handler spools every body before any view runs; this one is routed before it.
"""

from __future__ import annotations

import logging
from typing import Any

from jobs.tus import files, handlers
from jobs.tus.admission import require_credentials
from jobs.tus.answers import Answer, Send, failure_answer, send_answer
from jobs.tus.body import Body, Receive
from jobs.tus.headers import PATH, TusRequest
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.logs import log_context
from pdfsku.shared.requests import request_id_from

logger = logging.getLogger(__name__)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """One request: a method of tus, or its refusal in the registry's words."""
    request, body = TusRequest.of(scope), Body(scope, receive)
    with log_context(request_id=request_id_from(request.headers.get("x-request-id"))):
        try:
            answer = await _dispatch(request, body)
        except Failure as failure:
            answer = failure_answer(request, failure)
        except OSError as error:
            logger.error("upload storage failed", exc_info=error)
            answer = failure_answer(request, files.disk_failure(error))
        except Exception as error:
            logger.error("unhandled exception", exc_info=error)
            answer = failure_answer(request, Failure(Code.INTERNAL_ERROR))
        if not body.is_disconnected:
            await send_answer(send, request, body, answer)


async def _dispatch(request: TusRequest, body: Body) -> Answer:
    upload_id = request.path.removeprefix(PATH).strip("/")
    if request.method == "OPTIONS":
        return await handlers.options()
    request.require_version()
    require_credentials(request)
    match request.method, bool(upload_id):
        case "POST", False:
            return await handlers.create(request, body)
        case "HEAD", True:
            return await handlers.head(request, upload_id)
        case "PATCH", True:
            return await handlers.patch(request, upload_id, body)
        case "DELETE", True:
            return await handlers.delete(request, upload_id)
    raise Failure(Code.METHOD_NOT_ALLOWED)
