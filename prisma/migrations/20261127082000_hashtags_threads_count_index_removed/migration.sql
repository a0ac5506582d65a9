-- No query uses it since hashtags are sorted by their public threads. Each thread wrote to all indexes of its hashtags because of it.
DROP INDEX CONCURRENTLY "hashtags_threads_count_tag_idx";
