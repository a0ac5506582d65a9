DROP INDEX CONCURRENTLY IF EXISTS threads_parent_id_id_idx;
