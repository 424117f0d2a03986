"""In whose name a request acts, and the people a demo starts with."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from django.db import transaction
from django.http import HttpRequest

from pdfsku.accounts import audit
from pdfsku.accounts.models import Merchant, User
from pdfsku.shared.choices import UserRole
from pdfsku.shared.errors import Code, Failure

DEMO_MERCHANT_ID = "demo"
DEMO_USERS = (
    ("merchant", UserRole.MERCHANT),
    ("annotator", UserRole.ANNOTATOR),
    ("operator", UserRole.OPERATOR),
    ("admin", UserRole.ADMIN),
)


def acting_merchant(user: User, wanted_id: str | None, *, request: HttpRequest | None = None) -> Merchant:
    """The user's own merchant; another's only for uploader and admin, and then it is audited."""
    if wanted_id is None or wanted_id == user.merchant_id:
        if user.merchant is None:
            raise Failure(Code.VALIDATION_FAILED, fields={"impersonate_merchant_id": ["Say for which merchant."]})
        return user.merchant
    if not user.may_impersonate:
        raise Failure(Code.PERMISSION_DENIED)
    merchant = Merchant.objects.filter(pk=wanted_id, is_active=True).first()
    if merchant is None:
        raise Failure(Code.NOT_FOUND)
    audit.record(
        user, "merchant_impersonation", target_type="merchant", target_id=merchant.pk, request=request, own_merchant=user.merchant_id
    )
    return merchant


@transaction.atomic
def make_demo_users(path: Path) -> dict[str, str]:
    """One user per role with a random password, once; the passwords are kept where only the owner can read them."""
    if path.exists():
        known: dict[str, str] = json.loads(path.read_text())
        if set(known) == {name for name, _ in DEMO_USERS} and User.objects.filter(username__in=known).count() == len(known):
            return known
    merchant, _ = Merchant.objects.get_or_create(merchant_id=DEMO_MERCHANT_ID, defaults={"name": "Demo merchant"})
    passwords = {name: secrets.token_urlsafe(9) for name, _ in DEMO_USERS}
    for name, role in DEMO_USERS:
        user, _ = User.objects.get_or_create(
            username=name, defaults={"role": role, "merchant": merchant if role == UserRole.MERCHANT else None}
        )
        user.role = role
        user.is_staff = role in (UserRole.OPERATOR, UserRole.ADMIN)
        user.is_superuser = role == UserRole.ADMIN
        user.set_password(passwords[name])
        user.save()
    _write_private(path, json.dumps(passwords, indent=1))
    return passwords


def _write_private(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    path.chmod(0o600)
