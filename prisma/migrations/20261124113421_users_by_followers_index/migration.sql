-- Like "users_most_followed_idx", with the column that also decides who may find an account.
CREATE INDEX CONCURRENTLY "users_by_followers_idx" ON "users" ("followers_count" DESC, "id")
  INCLUDE ("username", "folded_names", "suspended_at", "is_private", "limited_at");
