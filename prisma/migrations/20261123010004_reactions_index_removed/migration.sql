-- "reactions_thread_id_created_at_user_id_idx" replaces it.
DROP INDEX CONCURRENTLY "reactions_thread_id_idx";
