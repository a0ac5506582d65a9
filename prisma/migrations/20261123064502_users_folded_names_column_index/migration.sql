-- The next release can drop "users_folded_names_idx", which servers of the previous one use.
CREATE INDEX CONCURRENTLY "users_folded_names_column_idx" ON "users" USING gin ("folded_names" gin_trgm_ops);
