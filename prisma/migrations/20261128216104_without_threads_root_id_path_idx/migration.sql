DROP INDEX CONCURRENTLY IF EXISTS threads_root_id_path_idx;
