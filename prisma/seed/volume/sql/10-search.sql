-- Does the work of the triggers, many times faster.
SELECT search_index_all();

-- The threads of private accounts are not listed.
UPDATE search_documents d SET document = document || array_to_tsvector('{is:unlisted}')
FROM users u WHERE u.id = d.author_id AND u.thread_listing = 'unlisted';
