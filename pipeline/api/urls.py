from django.urls import path

from pipeline.api.views import (
    CrossPageView,
    EvaluationView,
    ImageFileView,
    ImagesView,
    PagesView,
    PageView,
    ScreenshotView,
    SKUsView,
)

urlpatterns = [
    path("jobs/<uuid:job_id>/pages", PagesView.as_view(), name="job-pages"),
    path("jobs/<uuid:job_id>/pages/<int:page_number>", PageView.as_view(), name="job-page"),
    path("jobs/<uuid:job_id>/pages/<int:page_number>/screenshot", ScreenshotView.as_view(), name="job-page-screenshot"),
    path("jobs/<uuid:job_id>/skus", SKUsView.as_view(), name="job-skus"),
    path("jobs/<uuid:job_id>/images", ImagesView.as_view(), name="job-images"),
    path("jobs/<uuid:job_id>/images/<str:image_id>", ImageFileView.as_view(), name="job-image-file"),
    path("jobs/<uuid:job_id>/evaluation", EvaluationView.as_view(), name="job-evaluation"),
    path("jobs/<uuid:job_id>/cross-page-skus", CrossPageView.as_view(), name="job-cross-page-skus"),
]
