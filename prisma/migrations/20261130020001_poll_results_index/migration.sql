-- The results of a poll wait at most once.
CREATE UNIQUE INDEX CONCURRENTLY federation_events_poll_results_idx ON federation_events (reference) WHERE type = 'pollResults';
