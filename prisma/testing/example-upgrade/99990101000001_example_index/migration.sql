-- A statement that cannot run in a transaction is a migration of its own.
CREATE INDEX CONCURRENTLY threads_example_mood_idx ON threads (example_mood);
