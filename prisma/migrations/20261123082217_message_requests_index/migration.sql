CREATE INDEX CONCURRENTLY "conversation_members_requests_idx"
ON "conversation_members" ("user_id", "last_message_at" DESC, "conversation_id" DESC)
WHERE "request" = 'pending';
