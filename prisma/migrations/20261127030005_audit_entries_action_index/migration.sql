CREATE INDEX CONCURRENTLY "audit_entries_action_id_idx" ON "audit_entries" ("action", "id" DESC);
