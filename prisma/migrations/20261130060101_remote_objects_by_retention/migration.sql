CREATE INDEX CONCURRENTLY remote_objects_retained_at_idx ON remote_objects (retained_at);
