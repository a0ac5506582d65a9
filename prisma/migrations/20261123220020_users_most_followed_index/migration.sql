-- Contains all columns that a search by name compares, so that it reads no rows of the table. PostgreSQL compresses long names
-- in it, so that no entry reaches the limit of 2,704 bytes.
CREATE INDEX CONCURRENTLY "users_most_followed_idx" ON "users" ("followers_count" DESC, "id")
  INCLUDE ("username", "folded_names", "suspended_at", "is_private");
