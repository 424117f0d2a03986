from django.db import migrations

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
    dependencies = [("jobs", "0002_walk")]

    operations = [migrations.RunSQL("DROP FUNCTION walk(regclass, bigint[], text[])", WALK)]
