CREATE INDEX CONCURRENTLY "threads_text_key_author_id_idx" ON "threads" ("text_key", "author_id" DESC) WHERE "text_key" IS NOT NULL;
