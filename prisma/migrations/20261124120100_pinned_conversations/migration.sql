ALTER TABLE "conversation_members" ADD COLUMN "pinned_at" TIMESTAMPTZ(3);
