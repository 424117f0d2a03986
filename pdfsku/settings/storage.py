"""Where files live: local disk by default, any S3 by setting. Uploads in progress stay on local disk."""

from pdfsku.settings import env

STORAGE_KIND = env.choice("STORAGE", "local", ("local", "s3"))
UPLOAD_DIR = env.DATA_DIR / "uploads"

_LOCAL = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(env.DATA_DIR / "files"), "base_url": None}}
_S3 = {
    "BACKEND": "storages.backends.s3.S3Storage",
    "OPTIONS": {
        "bucket_name": env.text("S3_BUCKET", "pdfsku"),
        "endpoint_url": env.http_url("S3_ENDPOINT_URL"),
        "region_name": env.text("S3_REGION", "") or None,
        "access_key": env.text("S3_ACCESS_KEY", "") or None,
        "secret_key": env.text("S3_SECRET_KEY", "") or None,
        "file_overwrite": True,
        "querystring_auth": True,
        # What is read beyond this goes through a temporary file, not through memory.
        "max_memory_size": 8 * 1024**2,
    },
}

STORAGES = {
    "default": _S3 if STORAGE_KIND == "s3" else _LOCAL,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
FILE_UPLOAD_PERMISSIONS = 0o640
