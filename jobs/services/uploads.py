"""Uploads: created within a merchant's limits, recorded, completed, terminated, taken by a job, expired.

The bytes lie where `jobs.tus.files` says; while an upload is open their number there is the truth and the row follows.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, Sum
from django.utils import timezone

from jobs.models import Upload
from jobs.models.uploads import new_upload_id
from jobs.tus import files
from jobs.tus.locks import Turn
from pdfsku.accounts import audit
from pdfsku.accounts.models import Merchant, User
from pdfsku.accounts.permissions import MaySubmit
from pdfsku.shared.choices import UploadStatus
from pdfsku.shared.errors import Code, Failure

# Files without a row this old belong to nobody: a request that makes both takes milliseconds.
STRAY_GRACE = timedelta(hours=1)
# A statement per 8 MiB chunk was a fifth of the server's time for it.
RECORD_INTERVAL = timedelta(seconds=2)
_UNCONSUMED = Q(status__in=(UploadStatus.OPEN, UploadStatus.COMPLETE))
# The user and the upload in one statement that needs no compiling: they are asked for with every chunk, and two queries of the
# ORM took longer than the chunk.
_FIND = f"""
    SELECT uploads.*, users.role AS user_role, users.is_active AND coalesce(merchants.is_active, true) AS is_admitted
    FROM users
    LEFT JOIN merchants ON merchants.merchant_id = users.merchant_id
    LEFT JOIN uploads ON uploads.upload_id = %s AND uploads.status <> '{UploadStatus.CONSUMED}' AND
        CASE WHEN users.merchant_id IS NULL THEN uploads.uploaded_by = users.username ELSE uploads.merchant_id = users.merchant_id END
    WHERE users.id = %s
"""


@transaction.atomic(durable=True)
def create_upload(user: User, *, filename: str, length: int, metadata: dict[str, str]) -> Upload:
    """An empty upload of the user's merchant, or of the merchant that staff without one of their own name in the metadata."""
    if length > settings.TUS_MAX_SIZE_BYTES:
        raise Failure(Code.FILE_SIZE_EXCEEDED, limit_bytes=settings.TUS_MAX_SIZE_BYTES)
    merchant = _lock_merchant(_merchant_id_for(user, metadata))
    _check_limits(merchant, length)
    upload = Upload(
        upload_id=new_upload_id(),
        merchant=merchant,
        uploaded_by=user.get_username(),
        filename=filename,
        metadata=metadata,
        upload_length=length,
        expires_at=_next_expiry(),
    )
    if length == 0:
        upload.status, upload.completed_at = UploadStatus.COMPLETE, timezone.now()
    # The files first: a crash in between leaves files without a row, which the scanner sweeps, never a row without files.
    files.create_files(upload.upload_id, length=length)
    upload.save(force_insert=True)
    if merchant.pk != user.merchant_id:
        audit.record(user, "upload_for_merchant", target_type="upload", target_id=upload.upload_id, merchant_id=merchant.pk)
    return upload


def find_upload(upload_id: str, *, user_id: int) -> Upload:
    """The upload, if the user may upload, it is theirs to see, and it has neither expired nor become a job."""
    found = next(iter(Upload.objects.raw(_FIND, [upload_id if files.UPLOAD_ID.fullmatch(upload_id) else None, user_id])), None)
    if found is None or not vars(found)["is_admitted"]:
        raise Failure(Code.AUTHENTICATION_FAILED)
    if vars(found)["user_role"] not in MaySubmit.roles:
        raise Failure(Code.PERMISSION_DENIED)
    if found.pk is None:
        raise Failure(Code.UPLOAD_NOT_FOUND)
    if found.expires_at <= timezone.now():
        raise Failure(Code.UPLOAD_EXPIRED)
    return found


def record_progress(upload: Upload, *, offset: int, is_interrupted: bool = False) -> datetime:
    """Bytes have arrived up to here: the row follows the file, and the time to expire starts again.

    Of chunks in quick succession only some are recorded: the file tells the offset, the row is for people and limits.
    """
    if offset == upload.upload_length:
        return complete_upload(upload)
    now, expires_at = timezone.now(), _next_expiry()
    if not is_interrupted and now - upload.updated_at < RECORD_INTERVAL:
        return upload.expires_at
    _update_open(upload, upload_offset=offset, expires_at=expires_at, updated_at=now)
    return expires_at


def complete_upload(upload: Upload) -> datetime:
    """All bytes are there; the upload waits for a job to take it."""
    now, expires_at = timezone.now(), _next_expiry()
    _update_open(
        upload,
        status=UploadStatus.COMPLETE,
        upload_offset=upload.upload_length,
        completed_at=now,
        expires_at=expires_at,
        updated_at=now,
    )
    return expires_at


def settle_upload(upload: Upload) -> int | None:
    """The true offset, or None while somebody writes. An upload whose writer was killed after the last byte becomes complete."""
    if upload.status != UploadStatus.OPEN:
        return upload.upload_offset
    try:
        turn = Turn.try_take(upload.upload_id)
        if turn is None:
            return None
        try:
            offset = files.offset_on_disk(upload.upload_id)
            if offset == upload.upload_length:
                complete_upload(upload)
        finally:
            turn.release()
    except FileNotFoundError:
        raise Failure(Code.UPLOAD_NOT_FOUND) from None
    return offset


def terminate_upload(upload: Upload) -> None:
    """Remove the upload. The row first: files without a row are swept, a row without files would promise bytes."""
    deleted, _ = Upload.objects.filter(_UNCONSUMED, upload_id=upload.upload_id).delete()
    if not deleted:
        raise Failure(Code.UPLOAD_NOT_FOUND)
    files.remove_files(upload.upload_id)


def complete_upload_of(user: User, upload_id: str) -> Upload:
    """A complete upload whose file `files.data_path(upload_id)` may be made a job of."""
    upload = find_upload(upload_id, user_id=user.pk)
    offset = settle_upload(upload)
    if offset != upload.upload_length:
        raise Failure(Code.UPLOAD_INCOMPLETE, offset=offset, length=upload.upload_length)
    return upload


def take_upload_for_job(upload_id: str, *, job_id: UUID, file_hash: str) -> None:
    """Inside the transaction that makes the job: exactly one job gets the upload. Call `files.remove_files` after the commit."""
    now = timezone.now()
    taken = Upload.objects.filter(upload_id=upload_id, status=UploadStatus.COMPLETE).update(
        status=UploadStatus.CONSUMED, job_id=job_id, file_hash=file_hash, updated_at=now
    )
    if not taken:
        raise Failure(Code.UPLOAD_NOT_FOUND)


def expire_uploads() -> int:
    """Remove uploads past their time and files that belong to none; an upload somebody is writing to is left for the next round."""
    expired = list(Upload.objects.filter(_UNCONSUMED, expires_at__lte=timezone.now()).values_list("upload_id", flat=True))
    strays = list(files.uploads_on_disk(untouched_since=(timezone.now() - STRAY_GRACE).timestamp()))
    known = set(Upload.objects.filter(_UNCONSUMED, upload_id__in=strays).values_list("upload_id", flat=True))
    return sum(map(_expire, expired)) + sum(_remove_stray(upload_id) for upload_id in strays if upload_id not in known)


def _expire(upload_id: str) -> bool:
    try:
        turn = Turn.try_take(upload_id)
    except FileNotFoundError:
        return _delete_expired(upload_id)
    if turn is None:
        return False
    try:
        return _delete_expired(upload_id)
    finally:
        turn.release()


def _delete_expired(upload_id: str) -> bool:
    # Asked again: a chunk that ended just now has given the upload a new time.
    deleted, _ = Upload.objects.filter(_UNCONSUMED, upload_id=upload_id, expires_at__lte=timezone.now()).delete()
    if deleted:
        files.remove_files(upload_id)
    return bool(deleted)


def _remove_stray(upload_id: str) -> bool:
    files.remove_files(upload_id)
    return True


def _merchant_id_for(user: User, metadata: dict[str, str]) -> str:
    named = metadata.get("merchant_id", "")
    if user.merchant_id:
        if named not in ("", user.merchant_id):
            raise Failure(Code.PERMISSION_DENIED, merchant_id=named)
        return user.merchant_id
    if not named or not user.may_impersonate:
        raise Failure(Code.VALIDATION_FAILED, fields={"merchant_id": ["Name the merchant in Upload-Metadata."]})
    return named


def _lock_merchant(merchant_id: str) -> Merchant:
    """Locked, so that two creations at once count each other."""
    merchant = Merchant.objects.select_for_update(no_key=True).filter(pk=merchant_id, is_active=True).first()
    if merchant is None:
        raise Failure(Code.VALIDATION_FAILED, fields={"merchant_id": ["There is no such merchant."]})
    return merchant


def _check_limits(merchant: Merchant, length: int) -> None:
    """Open uploads are counted; bytes of complete ones count too, because they lie on the disk until a job takes them."""
    live = Upload.objects.filter(_UNCONSUMED, merchant=merchant, expires_at__gt=timezone.now())
    counted = live.aggregate(number=Count("pk", filter=Q(status=UploadStatus.OPEN)), size=Sum("upload_length", default=0))
    if counted["number"] >= settings.TUS_MAX_OPEN_UPLOADS:
        raise Failure(Code.UPLOAD_LIMIT_EXCEEDED, limit=settings.TUS_MAX_OPEN_UPLOADS)
    if counted["size"] + length > settings.TUS_MAX_OPEN_BYTES:
        raise Failure(Code.UPLOAD_LIMIT_EXCEEDED, limit_bytes=settings.TUS_MAX_OPEN_BYTES)


def _update_open(upload: Upload, **fields: object) -> None:
    if not Upload.objects.filter(upload_id=upload.upload_id, status=UploadStatus.OPEN).update(**fields):
        raise Failure(Code.UPLOAD_NOT_FOUND)
    for name, value in fields.items():
        setattr(upload, name, value)


def _next_expiry() -> datetime:
    return timezone.now() + timedelta(hours=settings.TUS_EXPIRY_HOURS)
