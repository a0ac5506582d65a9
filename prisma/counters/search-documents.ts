import { inRange } from './check.ts';
import type { Check } from './check.ts';

const threads = { table: 'threads', column: 'id' };

/**
 * Locks for rows that depend on an author's `thread_listing`: users before threads, as everywhere.
 * The job that moves an author's threads waits, so `thread_listing` does not change meanwhile.
 */
export const lockAuthors = `
  SELECT FROM users WHERE id IN (SELECT author_id FROM threads WHERE id = ANY ($1::uuid[]))
  ORDER BY id FOR SHARE`;

const lockThreads = `
  SELECT FROM threads WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** Searchable threads with the content of their search documents. */
function selectSearched(matches: (column: string) => string): string {
  return `
    SELECT t.id, t.author_id, t.root_id, t.audience, root.author_id AS root_author_id, t.content, t.hashtags,
      search_document(t.content) || array_to_tsvector(array_remove(ARRAY[
        CASE WHEN with_media.thread_id IS NOT NULL THEN 'is:media' END,
        CASE WHEN with_poll.thread_id IS NOT NULL THEN 'is:poll' END], NULL)) AS words
    FROM threads t LEFT JOIN threads root ON root.id = t.root_id
      LEFT JOIN (SELECT DISTINCT thread_id FROM media WHERE ${matches('thread_id')}) with_media
        ON with_media.thread_id = t.id
      LEFT JOIN (SELECT DISTINCT thread_id FROM polls WHERE ${matches('thread_id')}) with_poll
        ON with_poll.thread_id = t.id
    WHERE ${matches('t.id')} AND t.deleted_at IS NULL`;
}

const isKey = (column: string): string => `${column} = ANY ($1::uuid[])`;

/** Leaves out `is:unlisted`, which the check `users.thread_listing` compares. */
const document = `t.words || search_marks(t.content, t.hashtags, t.author_id, d.position)`;
/** The deletion of an account removes the author of a root before it clears the documents of the replies. */
const rootAuthor = `CASE WHEN t.root_id IS NOT NULL THEN coalesce(t.root_author_id,
  (SELECT id FROM users WHERE id = d.root_author_id AND deleted_at IS NOT NULL)) END`;
const isStale = `(d.author_id IS DISTINCT FROM t.author_id
  OR d.root_author_id IS DISTINCT FROM ${rootAuthor}
  OR d.is_public <> (t.audience = 'public')
  OR ts_delete(d.document, 'is:unlisted') IS DISTINCT FROM ${document})`;

/**
 * A position for the missing document of thread $1: the free one nearest to that of the thread before
 * it, as search lists threads by position. Transactions that have taken a position from the sequence
 * but not used it yet leave a gap as well. So only gaps below a document of a thread older than a
 * minute are used, and otherwise the next position of the sequence.
 */
const freePosition = `
  WITH neighbors AS MATERIALIZED (
    SELECT
      coalesce((SELECT position FROM search_documents
        WHERE thread_id < $1::uuid ORDER BY thread_id DESC LIMIT 1), 0) + 1 AS ideal,
      (SELECT position FROM search_documents
        WHERE thread_id > $1::uuid AND thread_id < (lpad(to_hex(
          (extract(epoch FROM now() - interval '1 minute') * 1000)::bigint), 12, '0')
          || repeat('0', 20))::uuid
        ORDER BY thread_id DESC LIMIT 1) AS above
  )
  SELECT coalesce(
    (SELECT ideal WHERE ideal < above
      AND NOT EXISTS (SELECT FROM search_documents WHERE position = ideal)),
    (SELECT n FROM generate_series(greatest(ideal - 1000, 1),
        CASE WHEN above IS NOT NULL THEN least(ideal + 1000, above - 1) END) AS n
      WHERE NOT EXISTS (SELECT FROM search_documents WHERE position = n)
      ORDER BY abs(n - ideal) LIMIT 1),
    nextval('search_documents_position_seq')) AS position
  FROM neighbors`;

/** Data for search and for lists of all public threads. */
export const searchDocuments: readonly Check[] = [
  {
    name: 'search_documents',
    scanned: threads,
    find: `
      SELECT coalesce(t.id, d.thread_id) AS key
      FROM (${selectSearched(inRange)}) t
        FULL JOIN (SELECT * FROM search_documents WHERE ${inRange('thread_id')}) d ON d.thread_id = t.id
      WHERE t.id IS NULL OR d.thread_id IS NULL OR ${isStale}`,
    lockedBefore: [lockAuthors, lockThreads],
    locked: { table: 'search_documents', column: 'thread_id' },
    repair: [
      `DELETE FROM search_documents d WHERE d.thread_id = ANY ($1::uuid[])
         AND NOT EXISTS (SELECT FROM threads t WHERE t.id = d.thread_id AND t.deleted_at IS NULL)`,
      `UPDATE search_documents d SET author_id = t.author_id, root_author_id = ${rootAuthor},
         is_public = t.audience = 'public', document = ${document} || array_to_tsvector(ARRAY(
           SELECT 'is:unlisted' FROM users WHERE id = t.author_id AND (t.audience <> 'public'
             OR CASE thread_listing
               WHEN 'changing' THEN d.document @@ $$'is:unlisted'$$::tsquery
               ELSE thread_listing = 'unlisted' END)))
       FROM (${selectSearched(isKey)}) t WHERE d.thread_id = t.id AND ${isStale}`,
    ],
    repairEach: `
      INSERT INTO search_documents (position, thread_id, author_id, root_author_id, is_public, document)
      SELECT d.position, t.id, t.author_id, t.root_author_id, t.audience = 'public',
        ${document} || array_to_tsvector(ARRAY(
          SELECT 'is:unlisted' FROM users WHERE id = t.author_id
            AND (thread_listing = 'unlisted' OR t.audience <> 'public')))
      FROM (${selectSearched((column) => `${column} = $1::uuid`)}) t
        CROSS JOIN LATERAL (${freePosition}) d
      WHERE NOT EXISTS (SELECT FROM search_documents WHERE thread_id = $1::uuid)`,
  },
  {
    // Marks an author's listing as unfinished: a job of the server then moves all of the author's
    // threads, in batches, and lists do not rely on the columns until it has.
    name: 'users.thread_listing',
    scanned: threads,
    find: `
      SELECT DISTINCT a.id AS key
      FROM (SELECT id, author_id, audience FROM threads WHERE ${inRange('id')} AND deleted_at IS NULL) t
        JOIN users a ON a.id = t.author_id AND a.thread_listing <> 'changing'
        JOIN (
          SELECT key AS id, is_listed, true AS is_entry FROM feed_entries WHERE ${inRange('key')} AND key = thread_id
          UNION ALL SELECT thread_id, is_listed, false FROM thread_hashtags WHERE ${inRange('thread_id')}
          UNION ALL SELECT thread_id, NOT document @@ $$'is:unlisted'$$::tsquery, false
            FROM search_documents WHERE ${inRange('thread_id')}
        ) listing ON listing.id = t.id
      WHERE listing.is_listed <> (a.thread_listing = 'listed' AND t.audience = 'public')
        -- A setting decides whether the entries of threads of other servers are listed.
        AND (listing.is_listed OR a.domain IS NULL OR NOT listing.is_entry)`,
    locked: { table: 'users', column: 'id' },
    repair: [
      `UPDATE users SET thread_listing = 'changing'
       WHERE id = ANY ($1::uuid[]) AND thread_listing <> 'changing'`,
    ],
  },
];
