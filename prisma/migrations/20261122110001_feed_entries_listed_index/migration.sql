CREATE INDEX CONCURRENTLY "feed_entries_listed_idx" ON "feed_entries"("key" DESC, "actor_id")
WHERE is_listed AND key = thread_id;
