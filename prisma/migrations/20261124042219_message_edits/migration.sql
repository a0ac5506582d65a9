ALTER TABLE "messages" ADD COLUMN "edited_at" TIMESTAMPTZ(3);
