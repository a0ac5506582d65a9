import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import type { Reader, Stage } from '../stage.ts';
import { readWorkload, type Case } from './case.ts';
import { getActor, getItems, type ListedThread } from './content.ts';

const pageSize = 30;
const repliesCount = 100;
const targetsMax = 1000;
const usersMin = 16;
const commonWords = ['the', 'de', 'and'];

export const readCases: readonly Case[] = [
  {
    name: 'profile',
    title: 'Threads of a profile',
    async prepare(stage) {
      const profiles = await stage.query<{ id: string; username: string }>(
        `SELECT id, username FROM users WHERE NOT is_private AND threads_count >= 40
         AND NOT EXISTS (SELECT FROM blocks WHERE id IN (blocker_id, blocked_id))
         ORDER BY abs(threads_count - 200), id LIMIT 200`,
      );
      return readWorkload(
        pair(await stage.readers(), profiles),
        ([reader, { username }]) =>
          reader.client.get(`/api/users/${username}/threads?size=${pageSize}`),
        (body, [, { id }]) => {
          for (const thread of getItems<ListedThread>(body, pageSize)) {
            assert.equal(getActor(thread), id, 'the profile lists a thread of another user');
          }
        },
      );
    },
  },
  repliesCase('replies', 'A page of 100 replies'),
  {
    name: 'thread',
    title: 'One thread',
    async prepare(stage) {
      const threads = await stage.query<{ id: string; author_id: string }>(
        `SELECT t.id, t.author_id FROM threads t JOIN users a ON a.id = t.author_id
         WHERE t.parent_id IS NULL AND NOT a.is_private
           AND NOT EXISTS (SELECT FROM blocks WHERE a.id IN (blocker_id, blocked_id))
         ORDER BY t.id DESC LIMIT $1`,
        [targetsMax],
      );
      return readWorkload(
        pair(await stage.readers(), threads),
        ([reader, { id }]) => reader.client.get(`/api/threads/${id}`),
        (body, [, { id, author_id }]) => {
          const thread = body as ListedThread;
          assert.deepEqual([thread.id, thread.userId], [id, author_id]);
        },
      );
    },
  },
  searchCase('search-common', 'Search for a common word', () => commonWords),
  searchCase(
    'search-common-latency',
    'Search for a common word, one connection per core',
    () => commonWords,
    {
      connections: availableParallelism(),
    },
  ),
  searchCase('search-rare', 'Search for a rare word, one connection per core', findRareWords, {
    connections: availableParallelism(),
  }),
  {
    name: 'user-search',
    title: 'Search for users by parts of names and misspelled names, one connection per core',
    connections: availableParallelism(),
    async prepare(stage) {
      const users = await stage.query<{ name: string }>(
        `SELECT DISTINCT name FROM (SELECT name FROM users
           WHERE NOT EXISTS (SELECT FROM blocks WHERE users.id IN (blocker_id, blocked_id))
           ORDER BY id LIMIT 1000) AS first_users LIMIT 100`,
      );
      const texts = users.flatMap(({ name }) => [name.slice(0, 3), name, misspell(name)]);
      return readWorkload(
        pair(await stage.readers(), texts),
        ([reader, text]) => reader.client.get(`/api/users/search?q=${encodeURIComponent(text)}`),
        (body, [, text]) => assert((body as unknown[]).length > 0, `nobody was found for ${text}`),
      );
    },
  },
  {
    name: 'notifications',
    title: 'A page of notifications',
    async prepare(stage) {
      const recipients = await stage.query<{ id: string; groups: number }>(
        `SELECT recipient_id AS id, count(DISTINCT (type, subject_id, read_at))::int AS groups
         FROM notifications WHERE NOT EXISTS (SELECT FROM mutes WHERE muter_id = recipient_id)
         GROUP BY 1 ORDER BY abs(count(*) - 200), 1 LIMIT 200`,
      );
      // The pages are shorter if a small database has too few users with many notifications. The requests of one user
      // would wait for each other.
      const size = Math.min(pageSize, recipients[usersMin - 1]?.groups ?? 0);
      const ids = recipients.filter(({ groups }) => groups >= size).map(({ id }) => id);
      return readWorkload(
        await stage.signInWhere('WHERE id = ANY ($1)', [ids]),
        ({ client }) => client.get(`/api/notifications?size=${size}`),
        (body) => {
          for (const { actors, thread } of getItems<ListedNotification>(body, size)) {
            assert(actors.length > 0 && thread !== null, 'a notification is incomplete');
          }
        },
      );
    },
  },
  conversationCase('conversation', 'A conversation, 30 messages', {
    condition: 'c.last_seq BETWEEN 30 AND 1000',
  }),
  {
    name: 'trending',
    title: 'Trending hashtags and threads, one connection per core',
    connections: availableParallelism(),
    // Reads recompute the trends from time to time.
    runsBackgroundWork: true,
    async prepare(stage) {
      const paths = ['/api/hashtags/trending', '/api/threads/trending?size=10'];
      return readWorkload(
        pair(await stage.readers(), paths),
        ([reader, path]) => reader.client.get(path),
        (body) => {
          const items = Array.isArray(body) ? body : (body as { content: unknown[] }).content;
          assert(items.length > 0, 'there are no trends');
        },
      );
    },
  },
];

/** Leaves out the fourth letter. */
function misspell(name: string): string {
  return name.slice(0, 3) + name.slice(4);
}

interface ListedNotification {
  id: string;
  actors: unknown[];
  thread: unknown;
}

export function repliesCase(
  name: string,
  title: string,
  { fewest = repliesCount }: { fewest?: number } = {},
): Case {
  return {
    name,
    title,
    async prepare(stage) {
      const threads = await stage.query<{ id: string }>(
        `SELECT t.id FROM threads t WHERE t.parent_id IS NULL AND t.replies_count >= $1
         ORDER BY t.replies_count, t.id LIMIT 50`,
        [fewest],
      );
      if (threads.length === 0) return undefined;
      return readWorkload(
        pair(await stage.readers(), threads),
        ([reader, { id }]) => reader.client.get(`/api/threads/${id}/replies?size=${repliesCount}`),
        (body, [, { id }]) => {
          for (const reply of getItems<ListedThread>(body, repliesCount)) {
            assert.equal(reply.rootThreadId, id, 'a reply belongs to another thread');
          }
        },
      );
    },
  };
}

interface Message {
  id: string;
  senderId: string;
  receiverId: string;
}

/** Conversations that satisfy an SQL condition on `c`. */
export function conversationCase(
  name: string,
  title: string,
  { condition }: { condition: string },
): Case {
  return {
    name,
    title,
    async prepare(stage) {
      const rows = await stage.query<{ members: string[] }>(
        `SELECT string_to_array(pair_key, ':') AS members FROM conversations c
         WHERE ${condition} ORDER BY id LIMIT 200`,
      );
      const others = new Map(rows.map(({ members: [one = '', other = ''] }) => [one, other]));
      const readers = await stage.signInWhere('WHERE id = ANY ($1)', [[...others.keys()]]);
      return readWorkload(
        readers,
        ({ id, client }) => client.get(`/api/chat/conversation/${others.get(id)}?size=${pageSize}`),
        (body, { id }) => {
          const members = new Set([id, others.get(id)]);
          for (const { senderId, receiverId } of getItems<Message>(body, pageSize)) {
            assert.deepEqual(new Set([senderId, receiverId]), members);
          }
        },
      );
    },
  };
}

function searchCase(
  name: string,
  title: string,
  findWords: (stage: Stage) => Promise<readonly string[]> | readonly string[],
  options: Pick<Case, 'connections'> = {},
): Case {
  return {
    name,
    title,
    ...options,
    async prepare(stage) {
      const words = await findWords(stage);
      const searches = words.flatMap((word) =>
        ['relevance', 'recent'].map((sort) => ({ word, sort })),
      );
      return readWorkload(
        pair(await stage.readers(), searches),
        ([reader, { word, sort }]) =>
          reader.client.get(`/api/threads/search?q=${word}&sort=${sort}`),
        (body, [, { word }]) => {
          const { content } = body as { content: ListedThread[] };
          assert(content.length > 0, `nothing was found for ${word}`);
          for (const thread of content) assert.match(thread.content, new RegExp(word, 'i'));
        },
      );
    },
  };
}

/**
 * Words of a recent thread that about ten threads of all contain, whatever the size of the database: the time of a search
 * depends on the number of matches. Every reader may see the recent thread.
 */
async function findRareWords(stage: Stage): Promise<string[]> {
  const rows = await stage.query<{ word: string }>(
    `WITH candidate AS MATERIALIZED (
       SELECT word FROM (SELECT content, author_id, root_id FROM threads ORDER BY id DESC LIMIT 3000) recent,
         regexp_split_to_table(lower(content), '\\W+') AS word
       WHERE word ~ '^[a-z]{6,10}$' GROUP BY word
       HAVING count(*) = 1 AND bool_and(root_id IS NULL AND author_id IN (
         SELECT id FROM users WHERE NOT is_private AND suspended_at IS NULL AND deleted_at IS NULL
         EXCEPT SELECT blocked_id FROM blocks EXCEPT SELECT blocker_id FROM blocks
         EXCEPT SELECT muted_id FROM mutes))
     )
     SELECT word FROM candidate CROSS JOIN LATERAL (
       SELECT count(*) AS matches FROM search_documents WHERE document @@ quote_literal(word)::tsquery
     ) found
     ORDER BY abs(matches - 10), word LIMIT 20`,
  );
  return rows.map(({ word }) => word);
}

/** Pairs readers with targets, so that neighbors differ in both. */
function pair<Target>(readers: readonly Reader[], targets: readonly Target[]): [Reader, Target][] {
  const count = targets.length === 0 ? 0 : Math.max(readers.length, targets.length) * 2;
  return Array.from({ length: count }, (_, i) => {
    const reader = readers[i % readers.length];
    const target = targets[(i + Math.floor(i / readers.length)) % targets.length];
    return [reader, target] as [Reader, Target];
  });
}
