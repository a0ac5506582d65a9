CREATE INDEX CONCURRENTLY "users_listing_outdated_idx" ON "users"("id")
WHERE CASE WHEN is_private OR suspended_at IS NOT NULL OR limited_at IS NOT NULL
  THEN thread_listing <> 'unlisted' ELSE thread_listing <> 'listed' END;
