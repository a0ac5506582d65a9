-- Also sums up the size of the stored files.
CREATE INDEX CONCURRENTLY remote_media_stored_idx ON remote_media (last_used_at) INCLUDE (bytes) WHERE bytes > 0;
