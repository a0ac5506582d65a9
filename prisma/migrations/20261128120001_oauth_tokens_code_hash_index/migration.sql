CREATE UNIQUE INDEX CONCURRENTLY "oauth_tokens_code_hash_key" ON "oauth_tokens" ("code_hash");
