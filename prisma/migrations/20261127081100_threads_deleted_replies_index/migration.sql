CREATE INDEX CONCURRENTLY "threads_deleted_replies_idx" ON "threads"("root_id", "path")
WHERE deleted_at IS NOT NULL;
