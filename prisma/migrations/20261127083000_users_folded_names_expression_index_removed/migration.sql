-- Users are found by "users_folded_names_column_idx". Each follow folded the names of both users again and wrote to this index.
DROP INDEX CONCURRENTLY "users_folded_names_idx";
