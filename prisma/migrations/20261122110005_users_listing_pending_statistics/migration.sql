-- Without these, the planner takes half of all users to be pending and reads the whole table.
CREATE STATISTICS "users_listing_pending_stats" ON (
  CASE WHEN is_private OR suspended_at IS NOT NULL
    THEN thread_listing <> 'unlisted' ELSE thread_listing <> 'listed' END
) FROM "users";

ANALYZE "users";
