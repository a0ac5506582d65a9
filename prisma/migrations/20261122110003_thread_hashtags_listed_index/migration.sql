CREATE INDEX CONCURRENTLY "thread_hashtags_listed_idx" ON "thread_hashtags"("hashtag_id", "thread_id" DESC)
WHERE is_listed;
