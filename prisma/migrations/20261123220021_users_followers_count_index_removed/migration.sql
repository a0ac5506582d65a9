-- "users_most_followed_idx" has the same order.
DROP INDEX CONCURRENTLY "users_followers_count_id_idx";
