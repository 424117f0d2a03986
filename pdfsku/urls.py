"""The map of the site. Uploads and event streams are raw ASGI and routed in `pdfsku.asgi`."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

import jobs.api.health
import jobs.pages
import outputs.pages

api: list[URLPattern | URLResolver] = [
    path("", include("pdfsku.accounts.api.urls")),
    path("", include("jobs.api.urls")),
    path("", include("pipeline.api.urls")),
    path("", include("outputs.api.urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api:schema", http_method_names=["get", "head"]), name="docs"),
]

urlpatterns = [
    path("", RedirectView.as_view(url="/portal/"), name="home"),
    path("api/v1/", include((api, "api"))),
    # Also at the root, where load balancers look.
    path("", include((jobs.api.health.urlpatterns, "health"))),
    path("portal/", include((jobs.pages.urlpatterns + outputs.pages.urlpatterns, "portal"))),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

handler400 = "pdfsku.shared.answers.bad_request"
handler404 = "pdfsku.shared.answers.not_found"
handler500 = "pdfsku.shared.answers.server_error"
