DROP INDEX CONCURRENTLY IF EXISTS remote_media_last_used_at_idx;
