ALTER TABLE "users" ADD COLUMN "banner_key" TEXT;

-- As for profile pictures: replaced and deleted banners are marked for deletion.
CREATE FUNCTION "release_banner_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.banner_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER "users_release_replaced_banner" AFTER UPDATE OF "banner_key" ON "users"
  FOR EACH ROW WHEN (OLD."banner_key" IS NOT NULL AND OLD."banner_key" IS DISTINCT FROM NEW."banner_key")
  EXECUTE FUNCTION "release_banner_key"();
CREATE TRIGGER "users_release_banner" AFTER DELETE ON "users"
  FOR EACH ROW WHEN (OLD."banner_key" IS NOT NULL)
  EXECUTE FUNCTION "release_banner_key"();
