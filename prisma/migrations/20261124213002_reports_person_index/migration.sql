CREATE INDEX CONCURRENTLY "reports_person_id_id_idx" ON "reports" ("person_id", "id" DESC);
