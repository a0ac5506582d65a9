-- Commits each batch, so that no row is locked for long.
DO $$
DECLARE
  last_id UUID := '00000000-0000-0000-0000-000000000000';
BEGIN
  LOOP
    WITH batch AS (
      SELECT "id" FROM "users" WHERE "id" > last_id ORDER BY "id" LIMIT 2000
    ), filled AS (
      UPDATE "users" SET "folded_names" = search_fold("name" || ' @' || "username")
      FROM batch WHERE "users"."id" = batch."id" AND "users"."folded_names" IS NULL
    )
    SELECT max("id"::text)::uuid INTO last_id FROM batch;
    EXIT WHEN last_id IS NULL;
    COMMIT;
  END LOOP;
END $$;
