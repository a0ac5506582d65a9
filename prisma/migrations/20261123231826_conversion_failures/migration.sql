ALTER TABLE "video_conversions"
  ADD COLUMN "failures" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "first_tried_at" TIMESTAMPTZ(3);
