from django.urls import path

from outputs.api.views import ResultView

urlpatterns = [path("jobs/<uuid:job_id>/result", ResultView.as_view(), name="job-result")]
