CREATE INDEX CONCURRENTLY scheduled_threads_parent_id_idx ON scheduled_threads (parent_id);
