from django.db import migrations

# Rows of one table take several steps in one call, each a guarded update that the table's own trigger judges. False, and nothing
# is to be kept, as soon as one of them is not where it was said to be.
WALK = """
CREATE FUNCTION walk(walked regclass, keys bigint[], states text[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    step integer;
    moved integer;
BEGIN
    FOR step IN 2..cardinality(states) LOOP
        EXECUTE format('UPDATE %s SET status = $1 WHERE id = ANY($2) AND status = $3', walked)
          USING states[step], keys, states[step - 1];
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
    dependencies = [("jobs", "0001_initial")]

    operations = [migrations.RunSQL(WALK, "DROP FUNCTION walk(regclass, bigint[], text[])")]
