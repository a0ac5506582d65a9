CREATE UNIQUE INDEX CONCURRENTLY conversations_pair_key_key ON conversations (pair_key);
