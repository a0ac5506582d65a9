DROP INDEX CONCURRENTLY IF EXISTS threads_quoted_id_id_idx;
