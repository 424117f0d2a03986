"""Rows of every table that has a screen: as many as asked for, each with a job, merchant or user of its own where it has one."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from django_q.models import Failure, OrmQ

from collaboration.models import Annotation, AnnotationExample, AnnotatorProfile, HumanTask
from configs.models import CalibrationRecord, CustomAttrUpgrade, EvalReport, ThresholdProfile
from jobs.models import IdempotencyKey, OutboxEvent, PDFJob, StateTransition, Upload, WorkerHeartbeat
from outputs.models import ImportDedup
from pdfsku.accounts.models import AuditLog, Merchant, User
from pipeline.models import SKU, Evaluation, Image, Page, SKUImageBinding
from tests.factories import ImageFactory, JobFactory, MerchantFactory, PageFactory, ProfileFactory, SKUFactory, TaskFactory, UserFactory


def _later() -> Any:
    return timezone.now() + timedelta(hours=1)


def _upload(n: int) -> Upload:
    return Upload.objects.create(
        merchant=MerchantFactory(),
        uploaded_by="u",
        filename=f"{n}.pdf",
        upload_length=10,
        upload_offset=5,
        job=JobFactory(),
        expires_at=_later(),
    )


def _evaluation(n: int) -> Evaluation:
    return Evaluation.objects.create(
        file_hash=f"{n:064x}",
        config_version="default:1",
        doc_confidence=0.9,
        route="AUTO",
        dimension_scores={"text_quality": 0.9},
        weights_snapshot={"text_quality": 1},
        prescan={},
        sampling={},
        model_used="rules",
    )


def _event(n: int) -> OutboxEvent:
    job = JobFactory()
    return OutboxEvent.objects.create(
        event_type="job_failed", aggregate_type="job", aggregate_id=str(job.pk), payload_json={"n": n}, merchant_id=job.merchant_id
    )


def _message(n: int) -> Failure:
    now = timezone.now()
    return Failure.objects.create(id=f"{n:032x}", name=f"m-{n}", func="a.b", started=now, stopped=now, success=False, result="ValueError")


ROWS: dict[type[models.Model], Callable[[int], models.Model]] = {
    PDFJob: lambda n: JobFactory(),
    Upload: _upload,
    WorkerHeartbeat: lambda n: WorkerHeartbeat.objects.create(worker_id=f"w-{n}", hostname="h", active_job_ids=[uuid.uuid4()]),
    StateTransition: lambda n: StateTransition.objects.create(entity_type="job", entity_id=str(uuid.uuid4()), to_status="UPLOADED"),
    OutboxEvent: _event,
    IdempotencyKey: lambda n: IdempotencyKey.objects.create(
        scope="s", user=UserFactory(), idempotency_key=str(n), request_hash="x", expires_at=_later()
    ),
    Page: lambda n: PageFactory(page_confidence=0.5),
    SKU: lambda n: SKUFactory(confidence=0.5),
    Image: lambda n: ImageFactory(resolution=[800, 600]),
    SKUImageBinding: lambda n: SKUImageBinding.objects.create(sku_id=f"s-{n}", image_id=f"i-{n}", job=JobFactory(), binding_confidence=0.5),
    Evaluation: _evaluation,
    HumanTask: lambda n: TaskFactory(),
    Annotation: lambda n: Annotation.objects.create(
        job=JobFactory(), task=TaskFactory(), page_number=1, annotator="anna", type="LAYOUT_CORRECTION", payload={}
    ),
    AnnotationExample: lambda n: AnnotationExample.objects.create(task_type="SKU_CONFIRM", output_json={}),
    AnnotatorProfile: lambda n: AnnotatorProfile.objects.create(annotator_id=f"a-{n}", specialties=["chairs"]),
    ThresholdProfile: lambda n: ProfileFactory(),
    CalibrationRecord: lambda n: CalibrationRecord.objects.create(
        profile_id=f"p-{n}", period_start=timezone.now(), period_end=timezone.now(), sample_count=1
    ),
    EvalReport: lambda n: EvalReport.objects.create(golden_set_id="g", config_version="default:1", report_data={}),
    CustomAttrUpgrade: lambda n: CustomAttrUpgrade.objects.create(attr_name=f"attr-{n}", suggested_type="text"),
    ImportDedup: lambda n: ImportDedup.objects.create(dedup_key=f"s-{n}:1:1", job_id=uuid.uuid4(), page_number=1, import_status="sent"),
    Merchant: lambda n: MerchantFactory(),
    User: lambda n: UserFactory(),
    AuditLog: lambda n: AuditLog.objects.create(actor_type="user", actor_id="u", user=UserFactory(), action="impersonate"),
    Failure: _message,
    OrmQ: lambda n: OrmQ.objects.create(key="pdfsku", payload="x"),
}
