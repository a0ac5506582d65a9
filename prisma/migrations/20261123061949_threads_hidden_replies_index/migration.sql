CREATE INDEX CONCURRENTLY "threads_hidden_replies_idx" ON "threads"("root_id", "path") WHERE "is_hidden";
