CREATE INDEX CONCURRENTLY "users_suspended_until_idx" ON "users"("suspended_until")
WHERE suspended_until IS NOT NULL;
