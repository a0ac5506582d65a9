CREATE INDEX CONCURRENTLY messages_shared_thread_idx ON messages (shared_thread_id) WHERE shared_thread_id IS NOT NULL;
