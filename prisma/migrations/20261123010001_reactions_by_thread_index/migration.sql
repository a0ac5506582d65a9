CREATE INDEX CONCURRENTLY "reactions_thread_id_created_at_user_id_idx" ON "reactions"("thread_id", "created_at" DESC, "user_id" DESC);
