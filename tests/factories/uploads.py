"""Uploads with their bytes on disk, as the tus server leaves them."""

from __future__ import annotations

from jobs.models import Upload
from jobs.services import uploads
from jobs.tus import files
from pdfsku.accounts.models import User


def complete_upload(user: User, data: bytes, *, filename: str = "catalog.pdf") -> Upload:
    upload = uploads.create_upload(user, filename=filename, length=len(data), metadata={"filename": filename})
    files.data_path(upload.upload_id).write_bytes(data)
    uploads.complete_upload(upload)
    return upload
