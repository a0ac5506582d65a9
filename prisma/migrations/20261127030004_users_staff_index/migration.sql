CREATE INDEX CONCURRENTLY "users_staff_idx" ON "users" ("username") WHERE "role" <> 'member';
