-- The user of the first account can become the owner of a new instance. The offer ends for good once another
-- account exists, an account is deleted or an account has a role, also by a command or SQL: the section
-- `ownership` of the settings says so, and all servers read it again.
CREATE FUNCTION "end_owner_offer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "instance_settings" WHERE "section" = 'ownership') THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' AND NOT EXISTS (SELECT FROM "users" OFFSET 1) THEN
    RETURN NULL;
  END IF;
  INSERT INTO "instance_settings" ("section", "content", "version", "updated_at")
  VALUES ('ownership', '{"isOfferEnded": true}', 1, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "users_end_owner_offer_with_second" AFTER INSERT ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION "end_owner_offer"();

CREATE TRIGGER "users_end_owner_offer_with_change" AFTER UPDATE OF "deleted_at", "role" ON "users"
  FOR EACH ROW WHEN (NEW."deleted_at" IS NOT NULL OR NEW."role" <> 'member')
  EXECUTE FUNCTION "end_owner_offer"();

CREATE TRIGGER "users_end_owner_offer_with_deletion" AFTER DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION "end_owner_offer"();

INSERT INTO "instance_settings" ("section", "content", "version", "updated_at")
SELECT 'ownership', '{"isOfferEnded": true}', 1, now()
WHERE EXISTS (SELECT FROM "users" OFFSET 1)
  OR EXISTS (SELECT FROM "users" WHERE "role" <> 'member' OR "deleted_at" IS NOT NULL)
ON CONFLICT DO NOTHING;
