CREATE INDEX CONCURRENTLY "users_unlisted_idx" ON "users"("id")
WHERE thread_listing <> 'listed';
