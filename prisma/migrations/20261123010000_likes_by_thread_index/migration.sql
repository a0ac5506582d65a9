CREATE INDEX CONCURRENTLY "likes_thread_id_created_at_user_id_idx" ON "likes"("thread_id", "created_at" DESC, "user_id" DESC);
