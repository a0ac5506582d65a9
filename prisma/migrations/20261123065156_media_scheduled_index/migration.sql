CREATE INDEX CONCURRENTLY "media_scheduled_idx" ON "media"("scheduled_id") WHERE "scheduled_id" IS NOT NULL;
