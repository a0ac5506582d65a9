CREATE INDEX CONCURRENTLY threads_by_root_idx ON threads (root_id, path) WHERE root_id IS NOT NULL;
