-- CreateTable
CREATE TABLE "unclaimed_media" (
    "storage_key" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unclaimed_media_pkey" PRIMARY KEY ("storage_key")
);

-- CreateIndex
CREATE INDEX "unclaimed_media_since_idx" ON "unclaimed_media"("since");

-- Whatever removes the row that stood for files, the files are then nobody's, and due at once.

CREATE FUNCTION "release_media_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.storage_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER "media_release_key" AFTER DELETE ON "media"
  FOR EACH ROW EXECUTE FUNCTION "release_media_key"();

CREATE FUNCTION "release_picture_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.picture_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER "users_release_replaced_picture" AFTER UPDATE OF "picture_key" ON "users"
  FOR EACH ROW WHEN (OLD."picture_key" IS NOT NULL AND OLD."picture_key" IS DISTINCT FROM NEW."picture_key")
  EXECUTE FUNCTION "release_picture_key"();
CREATE TRIGGER "users_release_picture" AFTER DELETE ON "users"
  FOR EACH ROW WHEN (OLD."picture_key" IS NOT NULL)
  EXECUTE FUNCTION "release_picture_key"();
