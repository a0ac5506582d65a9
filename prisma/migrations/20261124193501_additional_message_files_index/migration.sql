CREATE INDEX CONCURRENTLY "media_additional_message_idx" ON "media" ("additional_message_id")
WHERE "additional_message_id" IS NOT NULL;
