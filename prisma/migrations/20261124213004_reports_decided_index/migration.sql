CREATE INDEX CONCURRENTLY "reports_decided_idx" ON "reports" ("id" DESC) WHERE "status" <> 'open';
