import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { repair } from '../repair.ts';
import { cloneDatabase, findCounterDrift } from '../testing/index.ts';
import type { TestDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

let database: TestDatabase;

const [ada, bob, thread, reply, repost, tag, poll, option, chat] = Array.from(
  { length: 9 },
  (_, i) => `00000000-0000-7000-8000-00000000000${i + 1}`,
);

beforeEach(async () => {
  database = await cloneDatabase(inject('templateUrl'));
  await query(
    database.url,
    `INSERT INTO users (id, email, username, name, password_hash) VALUES
       ('${ada}', 'ada@example.org', 'ada', 'Ada', ''), ('${bob}', 'bob@example.org', 'bob', 'Bob', '');
     INSERT INTO threads (id, author_id, content, hashtags) VALUES ('${thread}', '${ada}', '#tag', '{tag}');
     INSERT INTO threads (id, author_id, type, content, parent_id, root_id, level, path)
       VALUES ('${reply}', '${bob}', 'reply', 'yes', '${thread}', '${thread}', 1, 'x');
     INSERT INTO hashtags (id, tag) VALUES ('${tag}', 'old');
     INSERT INTO thread_hashtags (thread_id, hashtag_id) VALUES ('${thread}', '${tag}');
     INSERT INTO likes (user_id, thread_id) VALUES ('${bob}', '${thread}');
     INSERT INTO reactions (user_id, thread_id, type) VALUES ('${bob}', '${thread}', 'wow');
     INSERT INTO reposts (id, user_id, thread_id) VALUES ('${repost}', '${bob}', '${thread}');
     INSERT INTO follows (follower_id, followee_id) VALUES ('${bob}', '${ada}');
     INSERT INTO polls (id, thread_id, question, expires_at) VALUES ('${poll}', '${thread}', '?', now());
     INSERT INTO poll_options (id, poll_id, position, text, votes_count)
       VALUES ('${option}', '${poll}', 0, 'yes', 7);
     INSERT INTO conversations (id, pair_key) VALUES ('${chat}', '${ada}:${bob}');
     INSERT INTO conversation_members (conversation_id, user_id) VALUES ('${chat}', '${ada}'), ('${chat}', '${bob}');
     INSERT INTO messages (id, conversation_id, seq, sender_id, content)
       VALUES ('${reply}', '${chat}', 1, '${bob}', 'hello');
     -- The repost is missing.
     INSERT INTO feed_entries (key, actor_id, thread_id) VALUES ('${poll}', '${ada}', '${thread}');`,
  );
});
afterEach(() => database.drop());

test('repairs all deviations, reports them and then finds none', async () => {
  const repaired = await repair(database.url);
  expect(repaired).toEqual(
    expect.arrayContaining([
      { name: 'thread_hashtags', rows: 1 },
      { name: 'feed_entries of threads', rows: 1 },
      { name: 'feed_entries of reposts', rows: 2 },
      { name: 'users.followers_count', rows: 1 },
      { name: 'users.following_count', rows: 1 },
      { name: 'users.threads_count', rows: 1 },
      { name: 'threads.likes_count', rows: 1 },
      { name: 'threads.replies_count', rows: 1 },
      { name: 'threads.reposts_count', rows: 1 },
      { name: 'threads.reaction_counts', rows: 1 },
      { name: 'poll_options.votes_count', rows: 1 },
      { name: 'conversations.last_seq', rows: 1 },
      { name: 'conversation_members.unread_count', rows: 1 },
    ]),
  );
  expect(await findCounterDrift(database.url)).toEqual([]);
  expect(await repair(database.url)).toEqual([]);
  const tags = await query(
    database.url,
    `SELECT tag, threads_count FROM hashtags WHERE tag IN ('tag', 'old') ORDER BY tag`,
  );
  expect(tags).toEqual([
    { tag: 'old', threads_count: 0 },
    { tag: 'tag', threads_count: 1 },
  ]);
  expect(await query(database.url, 'SELECT key FROM feed_entries ORDER BY key')).toEqual([
    { key: thread },
    { key: repost },
  ]);
});

test('does not conflict with concurrent writes', async () => {
  await repair(database.url);
  const likes = Array.from({ length: 20 }, () =>
    query(
      database.url,
      `WITH inserted AS (INSERT INTO likes (user_id, thread_id) VALUES ('${ada}', '${thread}')
         ON CONFLICT DO NOTHING RETURNING thread_id)
       UPDATE threads SET likes_count = likes_count + 1 FROM inserted WHERE id = inserted.thread_id`,
    ),
  );
  const [repaired] = await Promise.all([repair(database.url), ...likes]);
  expect(repaired).toEqual([]);
  expect(await findCounterDrift(database.url)).toEqual([]);
});
