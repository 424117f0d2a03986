from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pipeline", "0002_records_as_bytes")]

    operations = [
        migrations.RemoveIndex(model_name="page", name="idx_pages_claim"),
        migrations.AddIndex(
            model_name="page",
            index=models.Index(
                condition=models.Q(("status", "AI_QUEUED")), fields=["job", "retry_count", "page_number"], name="idx_pages_claim"
            ),
        ),
    ]
