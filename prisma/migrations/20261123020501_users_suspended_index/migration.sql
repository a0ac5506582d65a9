CREATE INDEX CONCURRENTLY "users_suspended_idx" ON "users"("id")
WHERE suspended_at IS NOT NULL;
