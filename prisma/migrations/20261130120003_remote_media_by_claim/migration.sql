CREATE INDEX CONCURRENTLY remote_media_claimed_until_idx ON remote_media (claimed_until) WHERE claimed_until IS NOT NULL;
