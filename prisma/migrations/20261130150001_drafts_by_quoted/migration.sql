CREATE INDEX CONCURRENTLY drafts_quoted_id_idx ON drafts (quoted_id);
