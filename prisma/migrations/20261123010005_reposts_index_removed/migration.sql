-- "reposts_thread_id_created_at_user_id_idx" replaces it.
DROP INDEX CONCURRENTLY "reposts_thread_id_id_idx";
