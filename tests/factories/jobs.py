"""Jobs in any state, reached the way a real one gets there: by legal moves."""

import hashlib
from typing import Any

import factory

from jobs.models import PDFJob
from jobs.transitions import move
from pdfsku.shared.choices import JobInternalStatus as S
from tests.factories.accounts import MerchantFactory

# The shortest legal way to each state from the first one.
WAYS: dict[str, tuple[str, ...]] = {
    S.UPLOADED: (),
    S.EVALUATING: ("begin_evaluation",),
    S.EVAL_FAILED: ("begin_evaluation", "fail_evaluation"),
    S.EVALUATED: ("begin_evaluation", "finish_evaluation"),
    S.PROCESSING: ("begin_evaluation", "finish_evaluation", "begin_processing"),
    S.PARTIAL_FAILED: ("begin_evaluation", "finish_evaluation", "begin_processing", "fail_partly"),
    S.PARTIAL_IMPORTED: ("begin_evaluation", "finish_evaluation", "begin_processing", "import_partly"),
    S.FULL_IMPORTED: ("begin_evaluation", "finish_evaluation", "begin_processing", "import_fully"),
    S.DEGRADED_HUMAN: ("begin_evaluation", "degrade"),
    S.REJECTED: ("reject",),
    S.ORPHANED: ("begin_evaluation", "finish_evaluation", "begin_processing", "orphan"),
    S.CANCELLED: ("cancel",),
}


class JobFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = PDFJob

    class Params:
        orphaned = factory.Trait(state=S.ORPHANED)
        processing = factory.Trait(state=S.PROCESSING)
        completed = factory.Trait(state=S.FULL_IMPORTED)

    state = S.UPLOADED
    merchant = factory.SubFactory(MerchantFactory)
    source_file = factory.Sequence(lambda n: f"catalog-{n}.pdf")
    file_hash = factory.Sequence(lambda n: hashlib.sha256(str(n).encode()).hexdigest())
    uploaded_by = "somebody"
    total_pages = 3
    frozen_config_version = "default:1"

    @classmethod
    def _create(cls, model_class: type[PDFJob], *args: Any, state: str = S.UPLOADED, **kwargs: Any) -> PDFJob:
        job = model_class.objects.create(*args, **kwargs)
        job.refresh_from_db()
        for edge in WAYS[state]:
            move(job, edge)
        return job
