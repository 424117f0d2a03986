"""The uploads application as a client sees it: a real server, real requests, rows and files looked at afterwards."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from jobs.models import Upload
from pdfsku.accounts.models import AuditLog
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import UploadStatus
from tests.clients.server import UploadServer, shared_server
from tests.clients.tus import CHUNK, VERSION, Sender, TusClient, checksum, encoded
from tests.factories.accounts import MerchantFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(transactional_db: None) -> UploadServer:
    return shared_server()


def client_for(server: UploadServer, user: UserFactory, **headers: str) -> TusClient:
    return TusClient(server.url, token_pair(user)["access"], **headers)


@pytest.fixture
def client(server: UploadServer) -> TusClient:
    return client_for(server, UserFactory())


def row_of(url: str) -> Upload:
    return Upload.objects.get(pk=url.rsplit("/", 1)[1])


def bytes_of(server: UploadServer, url: str) -> bytes:
    return (server.upload_dir / f"{url.rsplit('/', 1)[1]}.data").read_bytes()


def code_of(response: httpx.Response) -> str:
    return response.json()["code"]


def test_options_tells_what_the_server_can_do_to_anybody(server):
    response = httpx.options(server.url)

    assert response.status_code == 204
    assert response.headers["Tus-Version"] == "1.0.0"
    assert response.headers["Tus-Extension"] == "creation,creation-with-upload,checksum,termination,expiration"
    assert response.headers["Tus-Max-Size"] == str(settings.TUS_MAX_SIZE_BYTES)
    assert response.headers["Tus-Checksum-Algorithm"] == "sha1,sha256"


def test_a_file_in_chunks_arrives_whole(server, client):
    data = b"%PDF-1.7\n" + bytes(range(256)) * 9000
    url = client.create(len(data), metadata=encoded(filename="目录 2026.PDF", filetype="application/pdf"))

    for start in range(0, len(data), 1_000_000):
        response = client.patch(url, start, data[start : start + 1_000_000])
        assert response.status_code == 204

    row = row_of(url)
    assert bytes_of(server, url) == data
    assert (row.status, row.upload_offset, row.filename) == (UploadStatus.COMPLETE, len(data), "目录 2026.PDF")
    assert row.completed_at is not None
    assert client.offset(url) == len(data)


def test_creation_with_upload_takes_the_first_bytes(server, client):
    url = client.create(20, body=b"%PDF-1.7\n123")

    assert client.offset(url) == 12
    assert client.patch(url, 12, b"x" * 8).status_code == 204
    assert bytes_of(server, url) == b"%PDF-1.7\n123" + b"x" * 8


def test_a_wrong_checksum_at_creation_leaves_nothing_behind(server, client):
    response = client.post(4, body=b"%PDF", **{"Upload-Checksum": checksum(b"other")})

    assert (response.status_code, code_of(response)) == (460, "CHECKSUM_FAILED")
    assert not Upload.objects.exists()


def test_a_broken_creation_with_upload_leaves_nothing_behind(server, client):
    fields = {**client.headers, "Upload-Length": "9", "Upload-Metadata": encoded(filename="a.pdf"), "Content-Type": CHUNK}
    with Sender("POST", server.url, {**fields, "Content-Length": "9"}) as sender:
        sender.send(b"%PDF")
        until(lambda: Upload.objects.exists())

    until(lambda: not Upload.objects.exists())
    assert not Upload.objects.exists()


def test_a_wrong_checksum_takes_the_chunk_back(server, client):
    url = client.create(8)
    client.patch(url, 0, b"%PDF")

    refused = client.patch(url, 4, b"evil", **{"Upload-Checksum": checksum(b"good", "sha256")})

    assert (refused.status_code, code_of(refused)) == (460, "CHECKSUM_FAILED")
    assert client.offset(url) == 4
    assert client.patch(url, 4, b"good", **{"Upload-Checksum": checksum(b"good", "sha256")}).status_code == 204
    assert bytes_of(server, url) == b"%PDFgood"


def test_nobody_is_refused_in_the_registrys_words(server):
    response = TusClient(server.url, **{"X-Request-ID": "abc-123"}).post(10)

    body = response.json()
    assert response.status_code == 401
    assert set(body) == {"code", "message", "severity", "request_id", "details"}
    assert (body["code"], body["request_id"], response.headers["X-Request-ID"]) == ("AUTHENTICATION_FAILED", "abc-123", "abc-123")
    assert response.headers["Tus-Resumable"] == "1.0.0"
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_credentials_that_mean_nothing_are_refused(server):
    tokens = ["Bearer x.y.z", "Bearer", "Basic YTpi", "Bearer \xff", "Bearer " + "a" * 5000]
    cookies = ["sessionid=nonsense", 'sessionid="\\000abcdefgh"', "sessionid=", ";;==", "sessionid=" + "a" * 4000]
    headers = [("Authorization", value) for value in tokens] + [("Cookie", value) for value in cookies]

    codes = [code_of(httpx.post(server.url, headers={**VERSION, name: value.encode("latin-1")})) for name, value in headers]

    assert codes == ["AUTHENTICATION_FAILED"] * 10


def test_roles_that_submit_nothing_are_refused(server):
    for user in (UserFactory(annotator=True), UserFactory(operator=True)):
        response = client_for(server, user).post(10)

        assert (response.status_code, code_of(response)) == (403, "PERMISSION_DENIED")


def test_an_unauthenticated_body_is_refused_within_a_mebibyte(server):
    fields = {**VERSION, "Upload-Offset": "0", "Content-Type": CHUNK, "Content-Length": str(1 << 30)}
    sent = 0
    with Sender("PATCH", f"{server.url}/upl_{'0' * 24}", fields) as sender:
        # The client's own kernel would take megabytes that never leave the machine.
        sender.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        sender.socket.setblocking(False)
        status = None
        while status is None and sent <= 1 << 20:
            try:
                sent += sender.socket.send(b"x" * 16384)
            except BlockingIOError:
                time.sleep(0.001)
            except (BrokenPipeError, ConnectionResetError):
                break
            status = answer_if_any(sender)

    assert sent <= 1 << 20
    assert status in (401, None)


def answer_if_any(sender: Sender) -> int | None:
    try:
        return int(sender.socket.recv(4096).split(b" ", 2)[1])
    except (BlockingIOError, ConnectionResetError):
        return None


def test_a_session_uploads_only_with_its_csrf_token(server):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(UserFactory(), backend="django.contrib.auth.backends.ModelBackend")
    session, token = browser.cookies["sessionid"].value, "c" * 32
    bare = TusClient(server.url, Cookie=f"sessionid={session}; csrftoken={token}")
    guarded = TusClient(server.url, Cookie=f"sessionid={session}; csrftoken={token}", **{"X-CSRFToken": token})

    assert bare.post(10).status_code == 403
    url = guarded.create(10)
    assert bare.offset(url) == 0
    assert bare.patch(url, 0, b"x").status_code == 403
    assert bare.http.get(url, headers={"X-HTTP-Method-Override": "DELETE"}).status_code == 403
    assert guarded.delete(url).status_code == 204


def test_a_foreign_upload_looks_like_a_missing_one(server, client):
    url, missing = client.create(10), f"{server.url}/upl_{'0' * 24}"
    stranger = client_for(server, UserFactory(), **{"X-Request-ID": "same"})

    for method in ("head", "delete"):
        assert getattr(stranger, method)(url).status_code == getattr(stranger, method)(missing).status_code == 404
    assert stranger.patch(url, 0, b"x").json() == stranger.patch(missing, 0, b"x").json()
    assert client.offset(url) == 0


def test_ids_that_are_none_are_not_found(server, client):
    for upload_id in ("..%2f..%2fetc%2fpasswd", "upl_x", "%00", "upl_" + "A" * 24, "é" * 30):
        response = client.patch(f"{server.url}/{upload_id}", 0, b"x")

        assert (response.status_code, code_of(response)) in ((404, "UPLOAD_NOT_FOUND"), (404, "NOT_FOUND"))


def test_colleagues_share_the_uploads_of_their_merchant(server):
    one = UserFactory()
    url = client_for(server, one).create(10)

    assert client_for(server, UserFactory(merchant=one.merchant)).offset(url) == 0


def test_staff_without_a_merchant_names_one_and_is_audited(server):
    merchant, admin = MerchantFactory(), UserFactory(admin=True)
    client = client_for(server, admin)

    url = client.create(10, metadata=encoded(filename="a.pdf", merchant_id=merchant.pk))

    assert row_of(url).merchant_id == merchant.pk
    assert client.offset(url) == 0
    assert AuditLog.objects.get().detail_json == {"merchant_id": merchant.pk}
    assert client.post(10, metadata=encoded(filename="a.pdf", merchant_id="nobody")).status_code == 400
    assert client.post(10).status_code == 400
    assert client_for(server, UserFactory(admin=True)).head(url).status_code == 404


def test_a_merchant_cannot_name_another(server, client):
    response = client.post(10, metadata=encoded(filename="a.pdf", merchant_id=MerchantFactory().pk))

    assert (response.status_code, code_of(response)) == (403, "PERMISSION_DENIED")


def test_metadata_that_cannot_be_is_refused(server, client):
    cases = [
        ("", "INVALID_MIME"),
        (encoded(filename="a.exe"), "INVALID_MIME"),
        (encoded(filename="a.pdf", filetype="text/html"), "INVALID_MIME"),
        (encoded(filename="a\r\nb.pdf"), "VALIDATION_FAILED"),
        (encoded(filename="a\0b.pdf"), "VALIDATION_FAILED"),
        (encoded(filename="a.pdf", note="\0"), "VALIDATION_FAILED"),
        (encoded(filename="x" * 300 + ".pdf"), "VALIDATION_FAILED"),
        ("filename /w==", "VALIDATION_FAILED"),
        ("filename !!!", "VALIDATION_FAILED"),
        ("filename " + "A" * 9000, "VALIDATION_FAILED"),
        (",", "VALIDATION_FAILED"),
    ]

    for metadata, code in cases:
        response = client.post(10, metadata=metadata)
        assert (response.status_code, code_of(response)) == (400, code), metadata


def test_a_filename_is_text_and_never_a_path(server, client):
    name = "../../etc/x\\y.pdf"

    url = client.create(10, metadata=encoded(filename=name))

    assert row_of(url).filename == name
    assert {path.stem for path in server.upload_dir.iterdir() if url.endswith(path.stem)} == {url.rsplit("/", 1)[1]}


def test_a_file_over_the_limit_is_refused_before_it_is_sent(server, client):
    response = client.post(settings.TUS_MAX_SIZE_BYTES + 1)

    assert (response.status_code, code_of(response)) == (413, "FILE_SIZE_EXCEEDED")


def test_open_uploads_are_limited_in_number(server, client):
    urls = [client.create(10) for _ in range(5)]

    refused = client.post(10)
    client.patch(urls[0], 0, b"x" * 10)

    assert (refused.status_code, code_of(refused)) == (429, "UPLOAD_LIMIT_EXCEEDED")
    assert client.post(10).status_code == 201


def test_unconsumed_uploads_are_limited_in_bytes(server, client):
    assert client.post(15 * 1024**3).status_code == 201

    assert client.post(6 * 1024**3).status_code == 429
    assert client.post(4 * 1024**3).status_code == 201


def test_more_bytes_than_announced_are_refused_and_not_kept(server, client):
    url = client.create(10)

    declared = client.patch(url, 0, b"x" * 11)
    streamed = client.http.patch(url, content=iter([b"x" * 6, b"x" * 6]), headers={"Upload-Offset": "0", "Content-Type": CHUNK})

    assert (declared.status_code, streamed.status_code) == (413, 413)
    assert client.offset(url) == 0


def test_an_expired_upload_says_so(server, client):
    url = client.create(10)
    Upload.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    response = client.patch(url, 0, b"x")

    assert (response.status_code, code_of(response)) == (410, "UPLOAD_EXPIRED")


def test_bytes_put_the_expiry_off(server, client):
    url = client.create(10)
    Upload.objects.update(expires_at=timezone.now() + timedelta(minutes=5), updated_at=timezone.now() - timedelta(minutes=1))

    client.patch(url, 0, b"x")

    assert row_of(url).expires_at > timezone.now() + timedelta(hours=5)


def test_an_upload_that_became_a_job_is_gone(server, client):
    url = client.create(4)
    client.patch(url, 0, b"%PDF")
    Upload.objects.update(status=UploadStatus.CONSUMED)

    assert [client.head(url).status_code, client.patch(url, 4, b"").status_code, client.delete(url).status_code] == [404, 404, 404]


def test_termination_removes_row_and_bytes(server, client):
    url = client.create(10)
    client.patch(url, 0, b"x")

    assert client.delete(url).status_code == 204

    assert not Upload.objects.exists()
    assert not list(server.upload_dir.glob(f"{url.rsplit('/', 1)[1]}*"))


def test_a_silent_sender_is_answered_and_its_bytes_kept(server, client):
    url = client.create(1000)
    with client.sender(url, 0, 1000) as sender:
        sender.send(b"x" * 600)

        assert sender.status() == 409

    assert client.offset(url) == 600
    assert row_of(url).upload_offset == 600


def test_a_stalled_sender_gives_way_to_who_comes_back(server, client):
    url = client.create(3_000_000)
    with client.sender(url, 0, 3_000_000) as stalled:
        stalled.send(b"a" * 2_000_000)
        until(lambda: data_size(server, url) == 2_000_000)

        started = time.monotonic()
        offset = client.offset(url)
        waited = time.monotonic() - started
        resumed = client.patch(url, offset, b"b" * 1_000_000)

        assert (offset, resumed.status_code, stalled.status()) == (2_000_000, 204, 423)
    assert waited < 5
    assert bytes_of(server, url) == b"a" * 2_000_000 + b"b" * 1_000_000


def test_head_does_not_disturb_a_living_sender(server, client):
    url = client.create(1000)
    with client.sender(url, 0, 1000) as living, ThreadPoolExecutor(1) as thread:
        living.send(b"x" * 100)
        until(lambda: data_size(server, url) == 100)
        sending = thread.submit(trickle, living, b"x" * 900)

        assert 100 <= client.offset(url) < 1000
        sending.result()
        assert living.status() == 204
    assert client.offset(url) == 1000


def test_unverified_bytes_do_not_count_while_they_arrive(server, client):
    data = b"x" * 1000
    url = client.create(1000)
    with client.sender(url, 0, 1000, **{"Upload-Checksum": checksum(data)}) as sender:
        sender.send(data[:600])
        until(lambda: data_size(server, url) == 600)

        assert client.offset(url) == 0
    until(lambda: data_size(server, url) == 0)


def test_refusals_speak_the_callers_language(server):
    for language, expected in [("zh-CN,zh;q=0.9", "zh-hans"), ("de", "en"), ("", "en"), ("x" * 600, "en")]:
        response = httpx.post(server.url, headers={**VERSION, "Accept-Language": language})

        assert response.headers["Content-Language"] == expected


def test_a_method_that_is_none_names_those_that_are(server, client):
    response = client.http.get(client.create(10))

    assert (response.status_code, code_of(response)) == (405, "METHOD_NOT_ALLOWED")
    assert "PATCH" in response.headers["Allow"]


def trickle(sender: Sender, data: bytes) -> None:
    for start in range(0, len(data), 30):
        sender.send(data[start : start + 30])
        time.sleep(0.1)


def data_size(server: UploadServer, url: str) -> int:
    return (server.upload_dir / f"{url.rsplit('/', 1)[1]}.data").stat().st_size


def until(condition, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
