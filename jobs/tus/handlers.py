"""The five methods: what the server is able to do, create, ask for the offset, append, remove."""

from __future__ import annotations

import asyncio
import os
from datetime import datetime

from django.conf import settings
from django.utils.http import http_date

from jobs.models import Upload
from jobs.services import uploads
from jobs.tus import files, locks
from jobs.tus.admission import admit, reach
from jobs.tus.answers import Answer
from jobs.tus.body import Body, End, receive_into
from jobs.tus.headers import ALGORITHMS, EXTENSIONS, METHODS, PATH, VERSION, TusRequest, format_metadata, pdf_filename
from jobs.tus.locks import Turn, take_turn
from jobs.tus.threads import in_database
from jobs.tus.writer import Checksum, ChunkWriter
from pdfsku.shared.choices import UploadStatus
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.logs import add_log_context

# HEAD beside a silent PATCH must be answered within 5 s; the holder gives way after one. One that is still emptying a broken
# connection needs about as long on a busy machine: who answers sooner gives away what was received.
HEAD_PATIENCE_SECONDS = 2.5
# Long enough for a proxy to hand on what it still holds of the connection before.
PATCH_PATIENCE_SECONDS = 8.0
DELETE_PATIENCE_SECONDS = 5.0

# What a body that came to such an end is answered with.
_FAILURES = {
    End.TOO_LONG: Code.FILE_SIZE_EXCEEDED,
    End.CORRUPT: Code.CHECKSUM_FAILED,
    End.SILENT: Code.UPLOAD_INCOMPLETE,
    End.GAVE_WAY: Code.UPLOAD_LOCKED,
}


async def options() -> Answer:
    headers = {
        "Tus-Version": VERSION,
        "Tus-Extension": EXTENSIONS,
        "Tus-Max-Size": str(settings.TUS_MAX_SIZE_BYTES),
        "Tus-Checksum-Algorithm": ",".join(ALGORITHMS),
        "Allow": METHODS,
    }
    return Answer(204, headers)


async def create(request: TusRequest, body: Body) -> Answer:
    """POST: a new upload, with its first bytes if the request brings some."""
    user = await in_database(admit, request)
    body.trust()
    length, checksum, metadata = request.upload_length(), request.checksum(), request.metadata()
    filename = pdf_filename(metadata)
    if request.has_body:
        request.require_chunk_type()
        _require_room(request, room=length)
    upload = await in_database(uploads.create_upload, user, filename=filename, length=length, metadata=metadata)
    add_log_context(upload=upload.upload_id)
    headers = {"Location": f"{request.root}{PATH}/{upload.upload_id}", "Upload-Expires": _http_time(upload.expires_at)}
    if request.has_body and length:
        headers |= await _append_first(request, upload, body, checksum)
    return Answer(201, headers)


async def head(request: TusRequest, upload_id: str) -> Answer:
    """HEAD: the true offset; a silent sender is asked to give way first, a living one is not disturbed."""
    upload = await in_database(reach, request, upload_id)
    offset = await _true_offset(upload)
    headers = {
        "Upload-Offset": str(offset),
        "Upload-Length": str(upload.upload_length),
        "Upload-Expires": _http_time(upload.expires_at),
    }
    if upload.metadata:
        headers["Upload-Metadata"] = format_metadata(upload.metadata)
    return Answer(200, headers)


async def patch(request: TusRequest, upload_id: str, body: Body) -> Answer:
    """PATCH: append at the offset."""
    request.require_chunk_type()
    offset, checksum = request.upload_offset(), request.checksum()
    upload = await in_database(reach, request, upload_id)
    body.trust()
    if upload.status == UploadStatus.COMPLETE:
        _require_offset(upload.upload_length, offset)
        _require_room(request, room=0)
        return Answer(204, _progress_headers(offset, upload.expires_at))
    try:
        turn = await take_turn(
            upload_id,
            patience_seconds=PATCH_PATIENCE_SECONDS,
            urgency=locks.PLEASE,
            check=lambda: _require_disk_offset(upload_id, offset),
        )
    except FileNotFoundError:
        raise Failure(Code.UPLOAD_NOT_FOUND) from None
    try:
        _require_disk_offset(upload_id, offset)
        _require_room(request, room=upload.upload_length - offset)
        headers = await _append(request, upload, body, turn=turn, offset=offset, checksum=checksum)
    finally:
        turn.release()
    return Answer(204, headers)


async def delete(request: TusRequest, upload_id: str) -> Answer:
    """DELETE: whoever writes stops, then row and bytes are gone."""
    upload = await in_database(reach, request, upload_id)
    try:
        turn = await take_turn(upload_id, patience_seconds=DELETE_PATIENCE_SECONDS, urgency=locks.NOW)
    except FileNotFoundError:
        await in_database(uploads.terminate_upload, upload)
        return Answer(204)
    try:
        await in_database(uploads.terminate_upload, upload)
    finally:
        turn.release()
    return Answer(204)


async def _true_offset(upload: Upload) -> int:
    now = asyncio.get_running_loop().time
    started, has_asked = now(), False
    while (offset := await in_database(uploads.settle_upload, upload)) is None:
        if not has_asked:
            files.write_wish(upload.upload_id, urgency=locks.PLEASE)
            has_asked = True
        if now() - started >= HEAD_PATIENCE_SECONDS:
            return _disk_offset(upload.upload_id)
        await asyncio.sleep(locks.RETRY_SECONDS * 2)
    return offset


async def _append_first(request: TusRequest, upload: Upload, body: Body, checksum: Checksum | None) -> dict[str, str]:
    """The bytes that came with the creation. If they do not arrive, nobody learns the upload's id: it is removed."""
    turn = await take_turn(upload.upload_id, patience_seconds=0, urgency=locks.NOW)
    try:
        headers = await _append(request, upload, body, turn=turn, offset=0, checksum=checksum)
    except Failure:
        await in_database(uploads.terminate_upload, upload)
        raise
    finally:
        turn.release()
    if body.is_disconnected:
        await in_database(uploads.terminate_upload, upload)
    return headers


async def _append(request: TusRequest, upload: Upload, body: Body, *, turn: Turn, offset: int, checksum: Checksum | None) -> dict[str, str]:
    """Stream the body to the file's end and record how far it came, also when it did not come to its own end."""
    try:
        descriptor = os.open(files.data_path(upload.upload_id), os.O_WRONLY)
    except FileNotFoundError:
        raise Failure(Code.UPLOAD_NOT_FOUND) from None
    try:
        writer = ChunkWriter(descriptor, offset, checksum)
        end = await _receive(request, upload, body, writer, turn)
    finally:
        os.close(descriptor)
    expires_at = upload.expires_at
    if writer.end > offset:
        is_interrupted = end is not End.FINISHED
        expires_at = await in_database(uploads.record_progress, upload, offset=writer.end, is_interrupted=is_interrupted)
    if end in _FAILURES:
        raise Failure(_FAILURES[end])
    return _progress_headers(writer.end, expires_at)


async def _receive(request: TusRequest, upload: Upload, body: Body, writer: ChunkWriter, turn: Turn) -> End:
    """Afterwards the file holds what counts: nothing of a chunk that is too long, unverified or did not fit the disk."""
    if writer.checksum is not None:
        turn.mark_unverified_above(writer.start)
    try:
        end = await receive_into(writer, body, turn=turn, room=upload.upload_length - writer.start, length=request.content_length)
        is_verified = writer.matches_checksum()
        if end is End.TOO_LONG or not is_verified:
            writer.discard()
    except OSError as error:
        writer.discard()
        raise files.disk_failure(error) from error
    if writer.checksum is not None:
        turn.mark_verified()
    return End.CORRUPT if end is End.FINISHED and not is_verified else end


def _require_room(request: TusRequest, *, room: int) -> None:
    if request.content_length is not None and request.content_length > room:
        raise Failure(Code.FILE_SIZE_EXCEEDED, limit_bytes=room)


def _require_disk_offset(upload_id: str, offset: int) -> None:
    _require_offset(_disk_offset(upload_id), offset)


def _require_offset(actual: int, claimed: int) -> None:
    if actual != claimed:
        raise Failure(Code.OFFSET_MISMATCH, offset=actual)


def _disk_offset(upload_id: str) -> int:
    try:
        return files.offset_on_disk(upload_id)
    except FileNotFoundError:
        raise Failure(Code.UPLOAD_NOT_FOUND) from None


def _progress_headers(offset: int, expires_at: datetime) -> dict[str, str]:
    return {"Upload-Offset": str(offset), "Upload-Expires": _http_time(expires_at)}


def _http_time(moment: datetime) -> str:
    return http_date(moment.timestamp())
