-- The primary key with the columns that a scan of the newest entries reads replaces two indexes.
CREATE UNIQUE INDEX CONCURRENTLY feed_entries_by_key_idx ON feed_entries (key) INCLUDE (actor_id, thread_id);
