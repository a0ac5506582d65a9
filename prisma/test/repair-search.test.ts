import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { findDrift, repair } from '../repair.ts';
import { cloneDatabase } from '../testing/index.ts';
import type { TestDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

let database: TestDatabase;

const toId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ada, hidden] = [toId(1), toId(2)];
const threadIds = Array.from({ length: 8 }, (_, i) => toId(i + 11));
const [first, second, third, fourth, ofHidden] = threadIds;

const readDocuments = () =>
  query(database.url, 'SELECT d.*, document::text FROM search_documents d ORDER BY position');

const search = (text: string) =>
  query(
    database.url,
    `SELECT thread_id FROM search_documents WHERE document @@ '''${text}'''::tsquery ORDER BY position DESC`,
  );

beforeEach(async () => {
  database = await cloneDatabase(inject('templateUrl'));
  await query(
    database.url,
    `INSERT INTO users (id, email, username, name, password_hash, is_private, thread_listing, threads_count)
     VALUES ('${ada}', 'ada@example.org', 'ada', 'Ada', '', false, 'listed', 6),
       ('${hidden}', 'hidden@example.org', 'hidden', 'Hidden', '', true, 'unlisted', 1)`,
  );
  for (const id of threadIds) {
    const isReply = id === third;
    await query(
      database.url,
      `INSERT INTO threads (id, author_id, content, type, parent_id, root_id, level, path, replies_count)
       VALUES ('${id}', '${id === ofHidden ? hidden : ada}', 'common word of ${id.slice(-2)}',
         ${isReply ? `'reply', '${first}', '${first}', 1, 'x'` : `'thread', NULL, NULL, 0, ''`},
         ${id === first ? 1 : 0})`,
    );
  }
  await query(
    database.url,
    `INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
       SELECT id, author_id, id, author_id = '${ada}' FROM threads WHERE type <> 'reply';
     INSERT INTO polls (id, thread_id, question, expires_at) VALUES ('${toId(90)}', '${second}', '?', now())`,
  );
});
afterEach(() => database.drop());

test('rebuilds search documents that are missing, stale or orphaned', async () => {
  expect(await findDrift(database.url)).toEqual([]);
  const before = await readDocuments();
  const found = await search('common');
  await query(
    database.url,
    `DELETE FROM search_documents WHERE thread_id IN ('${second}', '${third}');
     UPDATE search_documents SET document = 'other' WHERE thread_id IN ('${fourth}', '${ofHidden}');
     UPDATE search_documents SET root_author_id = '${hidden}' WHERE thread_id = '${first}';
     INSERT INTO search_documents (thread_id, author_id, document) VALUES ('${toId(80)}', '${ada}', 'common')`,
  );
  expect(await findDrift(database.url)).toContainEqual({ name: 'search_documents', rows: 6 });
  expect(await repair(database.url)).toEqual([{ name: 'search_documents', rows: 6 }]);
  expect(await search('common')).toEqual(found);
  expect(await readDocuments()).toEqual(before);
  expect(await repair(database.url)).toEqual([]);
});

test('rebuilds all search documents below those written since they were lost', async () => {
  const found = await search('common');
  const latest = toId(50);
  await query(
    database.url,
    `TRUNCATE search_documents;
     INSERT INTO threads (id, author_id, content, path) VALUES ('${latest}', '${ada}', 'common', '')`,
  );
  expect(await repair(database.url)).toContainEqual({
    name: 'search_documents',
    rows: threadIds.length,
  });
  expect(await search('common')).toEqual([{ thread_id: latest }, ...found]);
  expect(await repair(database.url)).toEqual([]);
});

test('gives the latest threads positions that no running transaction has reserved', async () => {
  await query(database.url, `DELETE FROM search_documents WHERE thread_id = '${threadIds.at(-1)}'`);
  await repair(database.url);
  const [last] = await query<{ is_next: boolean }>(
    database.url,
    `SELECT position = (SELECT last_value FROM search_documents_position_seq) AS is_next
     FROM search_documents ORDER BY thread_id DESC LIMIT 1`,
  );
  expect(last).toEqual({ is_next: true });
});

test.each([
  ['a feed entry', `UPDATE feed_entries SET is_listed = false WHERE key = '${first}'`],
  [
    'a search document',
    `UPDATE search_documents SET document = document || array_to_tsvector('{is:unlisted}')
     WHERE thread_id = '${first}'`,
  ],
  ['a listed feed entry', `UPDATE feed_entries SET is_listed = true WHERE key = '${ofHidden}'`],
])('leaves authors whose listing differs in %s to the listing job', async (_row, change) => {
  await query(database.url, change);
  expect(await repair(database.url)).toEqual([{ name: 'users.thread_listing', rows: 1 }]);
  expect(
    await query(database.url, `SELECT count(*)::int FROM users WHERE thread_listing = 'changing'`),
  ).toEqual([{ count: 1 }]);
  expect(await repair(database.url)).toEqual([]);
});

test('adds missing rows of an unlisted author as unlisted', async () => {
  await query(database.url, `DELETE FROM feed_entries WHERE key = '${ofHidden}'`);
  expect(await repair(database.url)).toEqual([{ name: 'feed_entries of threads', rows: 1 }]);
  expect(
    await query(database.url, `SELECT is_listed FROM feed_entries WHERE key = '${ofHidden}'`),
  ).toEqual([{ is_listed: false }]);
});
