from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("pipeline", "0001_initial")]

    operations = [
        migrations.RunSQL(
            sql="ALTER TABLE pages ALTER COLUMN record TYPE bytea USING convert_to(record::text, 'UTF8')",
            state_operations=[
                migrations.AlterField(
                    model_name="page",
                    name="record",
                    field=models.BinaryField(blank=True, null=True, verbose_name="record"),
                ),
            ],
        ),
    ]
