-- Most threads have no parent, root or quoted thread: they need no entry in these indexes.
CREATE INDEX CONCURRENTLY threads_by_parent_idx ON threads (parent_id, id) WHERE parent_id IS NOT NULL;
