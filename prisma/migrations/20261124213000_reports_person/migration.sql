-- Finding the reports about an account through its threads and messages reads all reports. The trigger also
-- covers servers of the previous release.
ALTER TABLE "reports" ADD COLUMN "person_id" UUID;

CREATE FUNCTION "set_reported_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."person_id" := CASE NEW."target_type"
    WHEN 'user' THEN NEW."target_id"
    WHEN 'thread' THEN (SELECT "author_id" FROM "threads" WHERE "id" = NEW."target_id")
    ELSE (SELECT "sender_id" FROM "messages" WHERE "id" = NEW."target_id")
  END;
  RETURN NEW;
END $$;

CREATE TRIGGER "reports_set_person" BEFORE INSERT ON "reports"
  FOR EACH ROW EXECUTE FUNCTION "set_reported_person"();
