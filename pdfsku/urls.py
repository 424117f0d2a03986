"""The map of the site. Uploads and event streams are raw ASGI and routed in `pdfsku.asgi`."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

api: list[URLPattern | URLResolver] = [
    path("", include("pdfsku.accounts.api.urls")),
    path("", include("jobs.api.urls")),
    path("", include("pipeline.api.urls")),
    path("", include("outputs.api.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api:schema"), name="docs"),
]

urlpatterns = [
    path("", RedirectView.as_view(url="/portal/"), name="home"),
    path("api/v1/", include((api, "api"))),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

handler404 = "pdfsku.shared.answers.not_found"
handler500 = "pdfsku.shared.answers.server_error"
