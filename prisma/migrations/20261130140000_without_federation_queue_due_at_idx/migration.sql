DROP INDEX CONCURRENTLY IF EXISTS federation_queue_due_at_idx;
