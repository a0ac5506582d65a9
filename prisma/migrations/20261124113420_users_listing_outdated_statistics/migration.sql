-- Like users_listing_pending_stats, for the expression with limited accounts.
CREATE STATISTICS "users_listing_outdated_stats" ON (
  CASE WHEN is_private OR suspended_at IS NOT NULL OR limited_at IS NOT NULL
    THEN thread_listing <> 'unlisted' ELSE thread_listing <> 'listed' END
) FROM "users";

ANALYZE "users";
