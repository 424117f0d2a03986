from django.db import migrations

# Rows just inserted take several steps in one call, each a guarded update that the table's own trigger judges. False, and nothing
# is to be kept, as soon as one of them is not where it was said to be. A function for each table, because a statement that names
# its table in a parameter is planned anew each time. The key finds the rows; `IS TRUE` keeps the planner from the index of the
# status, which leads to every row that ever had it.
WALK = """
CREATE FUNCTION walk_{table}(keys bigint[], states text[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    moved integer;
BEGIN
    FOR step IN 2..cardinality(states) LOOP
        UPDATE {table} SET status = states[step] WHERE id = ANY(keys) AND (status = states[step - 1]) IS TRUE;
        GET DIAGNOSTICS moved = ROW_COUNT;
        IF moved <> cardinality(keys) THEN
            RETURN false;
        END IF;
    END LOOP;
    RETURN true;
END
$$
"""


class Migration(migrations.Migration):
    dependencies = [("pipeline", "0003_claims_in_order")]

    operations = [
        migrations.RunSQL(WALK.format(table=table), f"DROP FUNCTION walk_{table}(bigint[], text[])") for table in ("skus", "images")
    ]
