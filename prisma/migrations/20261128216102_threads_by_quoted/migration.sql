CREATE INDEX CONCURRENTLY threads_by_quoted_idx ON threads (quoted_id, id DESC) WHERE quoted_id IS NOT NULL;
