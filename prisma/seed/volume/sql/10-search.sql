-- Does the work of the triggers, many times faster.
INSERT INTO search_documents ("position", thread_id, author_id, root_author_id, document)
SELECT place, t.id, t.author_id, root.author_id,
  search_document(t.content) || search_marks(t.content, t.hashtags, t.author_id, place)
    || array_to_tsvector(array_remove(ARRAY[
      CASE WHEN EXISTS (SELECT FROM media WHERE thread_id = t.id) THEN 'is:media' END,
      CASE WHEN EXISTS (SELECT FROM polls WHERE thread_id = t.id) THEN 'is:poll' END], NULL))
FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM threads WHERE deleted_at IS NULL) t
  LEFT JOIN threads root ON root.id = t.root_id
ORDER BY place;
SELECT setval('search_documents_position_seq', (SELECT coalesce(max("position"), 1) FROM search_documents));

-- The threads of private accounts are not listed.
UPDATE search_documents d SET document = document || array_to_tsvector('{is:unlisted}')
FROM users u WHERE u.id = d.author_id AND u.thread_listing = 'unlisted';
