CREATE INDEX CONCURRENTLY "messages_link_card_idx" ON "messages"("link_card_id") WHERE "link_card_id" IS NOT NULL;
