CREATE INDEX CONCURRENTLY "messages_document_idx"
ON "messages" USING GIN (message_document("conversation_id", "seq", "content")) WITH (fastupdate = off);
