"""What each role may do over REST."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from pdfsku.shared.choices import UserRole


class RolePermission(BasePermission):
    """Signed in, with one of the roles."""

    roles: ClassVar[tuple[UserRole, ...]] = ()

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.is_authenticated and request.user.role in self.roles)


class MaySubmit(RolePermission):
    """Upload files and make jobs of them."""

    roles = (UserRole.MERCHANT, UserRole.UPLOADER, UserRole.ADMIN)


class MayReadJobs(RolePermission):
    """See jobs and what came of them; `visible_to` then says which."""

    roles = tuple(UserRole)


class MayOperate(RolePermission):
    roles = (UserRole.OPERATOR, UserRole.ADMIN)


class MaySubmitOrOperate(RolePermission):
    roles = (UserRole.MERCHANT, UserRole.UPLOADER, UserRole.OPERATOR, UserRole.ADMIN)
