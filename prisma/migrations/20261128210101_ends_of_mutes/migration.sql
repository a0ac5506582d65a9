-- The job that ends mutes reads only those with an end.
CREATE INDEX CONCURRENTLY mutes_expires_at_idx ON mutes (expires_at) WHERE expires_at IS NOT NULL;
