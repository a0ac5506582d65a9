-- A search finds the hidden ones among hundreds of authors, without reading the rows of the others.
CREATE INDEX CONCURRENTLY "users_hidden_idx" ON "users"("id")
WHERE NOT (NOT is_private AND suspended_at IS NULL AND limited_at IS NULL);
