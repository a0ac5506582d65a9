CREATE INDEX CONCURRENTLY "audit_entries_author_idx" ON "audit_entries" (("details"->>'authorId'), "id" DESC) WHERE "target_type" = 'thread';
