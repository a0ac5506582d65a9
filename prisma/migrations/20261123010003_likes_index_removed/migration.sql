-- "likes_thread_id_created_at_user_id_idx" replaces it.
DROP INDEX CONCURRENTLY "likes_thread_id_user_id_idx";
