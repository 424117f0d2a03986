"""Whose rows they are. A merchant's rows are reached only through `owned_by`; a foreign id is then a missing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from django.db import models

from pdfsku.shared.choices import UserRole

if TYPE_CHECKING:
    from pdfsku.accounts.models import User

M = TypeVar("M", bound=models.Model, covariant=True)

STAFF_ROLES = (UserRole.ANNOTATOR, UserRole.OPERATOR, UserRole.ADMIN)


class OwnedQuerySet(models.QuerySet[M]):
    """A queryset that knows the way from its rows to a merchant: `merchant_path` on the model."""

    def owned_by(self, merchant_id: str | None) -> Self:
        """The rows of this merchant. No merchant owns nothing."""
        path: str = self.model.merchant_path  # type: ignore[attr-defined]
        return self.filter(**{path: merchant_id}) if merchant_id else self.none()

    def visible_to(self, user: User) -> Self:
        """Staff see all rows; everybody else those of their merchant."""
        return self.all() if user.role in STAFF_ROLES else self.owned_by(user.merchant_id)
