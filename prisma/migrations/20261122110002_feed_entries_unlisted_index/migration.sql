CREATE INDEX CONCURRENTLY "feed_entries_unlisted_idx" ON "feed_entries"("actor_id", "key" DESC)
WHERE NOT is_listed AND key = thread_id;
