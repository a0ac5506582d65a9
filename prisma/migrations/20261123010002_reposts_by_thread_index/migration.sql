CREATE INDEX CONCURRENTLY "reposts_thread_id_created_at_user_id_idx" ON "reposts"("thread_id", "created_at" DESC, "user_id" DESC);
