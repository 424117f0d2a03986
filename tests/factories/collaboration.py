from datetime import timedelta

import factory
from django.utils import timezone

from collaboration.models import HumanTask
from tests.factories.jobs import JobFactory


class TaskFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = HumanTask

    job = factory.SubFactory(JobFactory)
    page_number = 1
    task_type = "PAGE_PROCESS"
    context = factory.LazyFunction(dict)
    timeout_at = factory.LazyFunction(lambda: timezone.now() + timedelta(hours=4))
