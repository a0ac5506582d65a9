ALTER TABLE "drafts" ADD COLUMN "scheduled_at" TIMESTAMPTZ(3);
