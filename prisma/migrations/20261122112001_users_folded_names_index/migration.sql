-- People are found by any part of their names, whatever its case and accents, and by similar names.
CREATE INDEX CONCURRENTLY "users_folded_names_idx" ON "users" USING gin (search_fold("name" || ' @' || "username") gin_trgm_ops);
