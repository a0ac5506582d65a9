CREATE INDEX CONCURRENTLY "conversation_members_pinned_idx"
ON "conversation_members" ("user_id", "last_message_at" DESC, "conversation_id" DESC)
WHERE "pinned_at" IS NOT NULL;
