CREATE INDEX CONCURRENTLY "users_folded_names_prefix_idx" ON "users" ("folded_names" text_pattern_ops);
