CREATE INDEX CONCURRENTLY users_domain_idx ON users (domain) WHERE domain IS NOT NULL;
