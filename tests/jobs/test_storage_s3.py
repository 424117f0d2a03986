"""The same product with its files in S3: moto's server speaks the real protocol over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta

import boto3
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from moto.server import ThreadedMotoServer
from rest_framework.test import APIClient

from jobs import files
from jobs.models import PDFJob
from jobs.services import strays
from jobs.services.cancellation import cancel_job
from jobs.services.creation import JobRequest, create_job
from pdfsku.accounts.models import User
from pdfsku.shared.choices import JobInternalStatus
from pipeline.models import Image
from tests.client import client_of
from tests.factories import ImageFactory, JobFactory, UserFactory
from tests.factories.uploads import complete_upload
from tests.pdfs import catalog, picture
from tests.queue import drain

pytestmark = pytest.mark.django_db(transaction=True)

BUCKET = "catalogs"
ACCESS = {"region_name": "us-east-1", "aws_access_key_id": "test", "aws_secret_access_key": "test"}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(autouse=True)
def bucket(endpoint: str, settings: pytest.FixtureRequest) -> Iterator[object]:
    """The default storage as `STORAGE=s3` sets it up, with an empty bucket."""
    from pdfsku.settings.storage import _S3

    own = {"bucket_name": BUCKET, "endpoint_url": endpoint, "region_name": "us-east-1", "access_key": "test", "secret_key": "test"}
    s3 = {**_S3, "OPTIONS": {**_S3["OPTIONS"], **own}}
    settings.STORAGES = {**settings.STORAGES, "default": s3}  # type: ignore[attr-defined]
    store = boto3.resource("s3", endpoint_url=endpoint, **ACCESS).Bucket(BUCKET)
    store.create()
    yield store
    store.objects.all().delete()
    store.delete()


def names(bucket: object) -> set[str]:
    return {entry.key for entry in bucket.objects.all()}  # type: ignore[attr-defined]


def create(user: User, data: bytes) -> PDFJob:
    upload = complete_upload(user, data)
    return create_job(JobRequest(upload_id=upload.upload_id, merchant=user.merchant, user=user))


def test_a_catalog_goes_the_whole_way(bucket: object) -> None:
    user, data = UserFactory(), catalog(2, blanks=1)

    job = create(user, data)
    with files.local_source(job.pk) as path:
        assert path.read_bytes() == data
    drain()

    job.refresh_from_db()
    client: APIClient = client_of(user)
    assert job.status == JobInternalStatus.FULL_IMPORTED
    assert not path.exists()
    assert {f"jobs/{job.pk}/source.pdf", f"jobs/{job.pk}/imports/page-0001-1.json"} <= names(bucket)
    shot = client.get(f"/api/v1/jobs/{job.pk}/pages/1/screenshot")
    again = client.get(f"/api/v1/jobs/{job.pk}/pages/1/screenshot")
    assert b"".join(shot) == b"".join(again)
    assert f"jobs/{job.pk}/pages/1.jpg" in names(bucket)
    assert len(json.loads(b"".join(client.get(f"/api/v1/jobs/{job.pk}/result")))["pages"]) == 3


def test_a_picture_is_served(bucket: object) -> None:
    user, data = UserFactory(), picture()
    job = JobFactory(merchant=user.merchant)
    image: Image = ImageFactory(job=job, extracted_path=files.image_name(job.pk, "img_1", "png"))
    default_storage.save(image.extracted_path, ContentFile(data))

    answer = client_of(user).get(f"/api/v1/jobs/{job.pk}/images/{image.image_id}")

    assert b"".join(answer) == data


def test_a_large_source_does_not_pass_through_memory(bucket: object, tmp_path: object) -> None:
    job = JobFactory()
    default_storage.save(files.source_name(job.pk), ContentFile(b"x" * (9 * 1024**2)))

    with default_storage.open(files.source_name(job.pk), "rb") as remote:
        remote.read(1)

        assert remote.file._rolled  # type: ignore[attr-defined]


def test_a_cancelled_job_leaves_nothing_in_the_bucket(bucket: object) -> None:
    job = create(UserFactory(), catalog(1))

    cancel_job(job, actor="somebody")
    drain()

    assert names(bucket) == set()


def test_strays_go_after_their_grace_and_jobs_stay(bucket: object, monkeypatch: pytest.MonkeyPatch) -> None:
    job = create(UserFactory(), catalog(1))
    default_storage.save("jobs/00000000-0000-0000-0000-000000000000/source.pdf", ContentFile(b"left by a crash"))
    default_storage.save("jobs/no-uuid/images/deep/1.png", ContentFile(b"nobody's"))

    assert strays.remove_stray_job_files() == 0
    monkeypatch.setattr(strays, "GRACE", timedelta(0))
    assert strays.remove_stray_job_files() == 2

    assert names(bucket) == {f"jobs/{job.pk}/source.pdf"}


def test_a_bucket_that_is_gone_is_a_503(bucket: object) -> None:
    user = UserFactory()
    job = create(user, catalog(1))
    upload = complete_upload(user, catalog(2))
    for entry in bucket.objects.all():  # type: ignore[attr-defined]
        entry.delete()
    bucket.delete()  # type: ignore[attr-defined]

    made = client_of(user).post("/api/v1/jobs", {"upload_id": upload.upload_id}, format="json")
    shown = client_of(user).get(f"/api/v1/jobs/{job.pk}/pages/1/screenshot")

    bucket.create()  # type: ignore[attr-defined]
    assert made.json()["code"] == "SERVICE_UNAVAILABLE"
    assert shown.json()["code"] in {"SERVICE_UNAVAILABLE", "NOT_FOUND"}
    assert list(PDFJob.objects.values_list("pk", flat=True)) == [job.pk]
    assert client_of(user).post("/api/v1/jobs", {"upload_id": upload.upload_id}, format="json").status_code == 201
