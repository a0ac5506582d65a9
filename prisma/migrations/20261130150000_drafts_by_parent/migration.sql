CREATE INDEX CONCURRENTLY drafts_parent_id_idx ON drafts (parent_id);
