CREATE INDEX CONCURRENTLY "threads_link_card_idx" ON "threads"("link_card_id") WHERE "link_card_id" IS NOT NULL;
