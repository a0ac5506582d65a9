-- "users_by_followers_idx" has the same order and contains the same columns.
DROP INDEX CONCURRENTLY "users_most_followed_idx";
