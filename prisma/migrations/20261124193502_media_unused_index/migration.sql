-- Without files that scheduled threads or messages use, which the sweep would read each time.
CREATE INDEX CONCURRENTLY "media_unused_idx" ON "media" ("created_at")
WHERE "thread_id" IS NULL AND "message_id" IS NULL AND "scheduled_id" IS NULL AND "additional_message_id" IS NULL;
