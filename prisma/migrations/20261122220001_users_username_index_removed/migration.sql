-- No query uses it since users are found by "users_folded_names_idx". Each follow wrote to it.
DROP INDEX CONCURRENTLY "users_username_trgm_idx";
