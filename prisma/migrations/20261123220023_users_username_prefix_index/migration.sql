CREATE INDEX CONCURRENTLY "users_username_prefix_idx" ON "users" ("username" text_pattern_ops);
