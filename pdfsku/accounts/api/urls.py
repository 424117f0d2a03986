from django.urls import path

from pdfsku.accounts.api.views import MeView, TokenAgainView, TokenView

urlpatterns = [
    path("auth/token", TokenView.as_view(), name="token"),
    path("auth/token/refresh", TokenAgainView.as_view(), name="token-refresh"),
    path("auth/me", MeView.as_view(), name="me"),
]
