ALTER TABLE "threads" ADD COLUMN "link_card_id" UUID;

CREATE TABLE "link_cards" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "is_video" BOOLEAN NOT NULL DEFAULT false,
    "image_key" TEXT,
    "image_width" INTEGER,
    "image_height" INTEGER,
    "image_blurhash" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_cards_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "link_cards_due_idx" ON "link_cards"("due_at") WHERE "due_at" IS NOT NULL;

-- As for media and profile pictures: replaced and deleted images are marked for deletion.
CREATE FUNCTION "release_link_image_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_media (storage_key, since) VALUES (OLD.image_key, '-infinity')
  ON CONFLICT (storage_key) DO UPDATE SET since = '-infinity';
  RETURN NULL;
END $$;

CREATE TRIGGER "link_cards_release_replaced_image" AFTER UPDATE OF "image_key" ON "link_cards"
  FOR EACH ROW WHEN (OLD."image_key" IS NOT NULL AND OLD."image_key" IS DISTINCT FROM NEW."image_key")
  EXECUTE FUNCTION "release_link_image_key"();
CREATE TRIGGER "link_cards_release_image" AFTER DELETE ON "link_cards"
  FOR EACH ROW WHEN (OLD."image_key" IS NOT NULL)
  EXECUTE FUNCTION "release_link_image_key"();
