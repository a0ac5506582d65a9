CREATE INDEX CONCURRENTLY users_moved_to_id_idx ON users (moved_to_id) WHERE moved_to_id IS NOT NULL;
