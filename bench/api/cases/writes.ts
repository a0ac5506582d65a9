import assert from 'node:assert/strict';
import type { LoadRequest } from '../load.ts';
import type { Reader, Stage } from '../stage.ts';
import type { Case, Workload } from './case.ts';
import type { ListedThread } from './content.ts';

const textsCount = 100_000;
/** Pairs of a reader and a target, which are used once. */
const pairsMax = 250_000;

export const writeCases: readonly Case[] = [
  {
    name: 'create',
    title: 'Publish a thread with a tag and a mention',
    async prepare(stage) {
      const tags = await stage.query<{ tag: string }>(
        `SELECT tag FROM hashtags WHERE tag ~ '^[a-z]+$' ORDER BY threads_count DESC LIMIT 50`,
      );
      const mentioned = await stage.query<{ id: string; username: string }>(
        `SELECT id, username FROM users WHERE NOT is_private
           AND NOT EXISTS (SELECT FROM blocks WHERE id IN (blocker_id, blocked_id))
         ORDER BY followers_count DESC, id OFFSET 10 LIMIT 100`,
      );
      const readers = await stage.readers();
      const getText = (n: number) =>
        `Number ${n} of the morning, for @${at(mentioned, n).username} #${at(tags, n).tag}`;
      return createWorkload(readers, getText, {
        adds: { threads: 1, feed_entries: 1, thread_hashtags: 1, thread_mentions: 1 },
        check(thread, n) {
          assert.deepEqual(thread.hashtags, [at(tags, n).tag]);
          assert.deepEqual(
            thread.mentions.map(({ id }) => id),
            [at(mentioned, n).id],
          );
        },
      });
    },
  },
  plainCreateCase('create-plain', 'Publish a thread', {
    authors: (stage) => stage.readers(),
  }),
  {
    name: 'like',
    title: 'Like a thread',
    prepare: (stage) =>
      pairWorkload(stage, {
        text: likeTargets,
        toRequest: ({ client }, id) => client.postJson(`/api/threads/${id}/like`, { on: true }),
        adds: { likes: 1 },
        check: (body) => assert.equal((body as { isLiked: boolean }).isLiked, true),
      }),
  },
  {
    name: 'follow',
    title: 'Follow a user',
    prepare: (stage) =>
      pairWorkload(stage, {
        text: followTargets,
        toRequest: ({ client }, id) => client.postJson(`/api/users/${id}/follow-request`, {}),
        adds: { follows: 1 },
        check: (body) => assert.equal((body as { isFollowing: boolean }).isFollowing, true),
      }),
  },
  {
    name: 'send',
    title: 'Send a message',
    async prepare(stage) {
      const readers = await stage.readers();
      const receivers = await stage.query<{ id: string }>(
        `SELECT id FROM users WHERE NOT is_private AND id <> ALL ($1)
           AND NOT EXISTS (SELECT FROM blocks WHERE id IN (blocker_id, blocked_id))
         ORDER BY followers_count DESC, id LIMIT $2`,
        [readers.map(({ id }) => id), readers.length],
      );
      const getText = (n: number) => `Message ${n}, see you at the station.`;
      return {
        expectedStatus: 201,
        requests: Array.from({ length: textsCount }, (_, n) =>
          at(readers, n).client.postJson('/api/chat/send', {
            receiverId: at(receivers, n).id,
            content: getText(n),
          }),
        ),
        adds: { messages: 1, message_deliveries: 2 },
        check(body, n) {
          const { content, senderId } = body as { content: string; senderId: string };
          assert.deepEqual([content, senderId], [getText(n), at(readers, n).id]);
        },
      };
    },
  },
];

export function plainCreateCase(
  name: string,
  title: string,
  { authors }: { authors: (stage: Stage) => Promise<Reader[]> },
): Case {
  return {
    name,
    title,
    async prepare(stage) {
      const readers = await authors(stage);
      if (readers.length === 0) return undefined;
      return createWorkload(readers, (n) => `Number ${n} of a quiet morning by the harbor.`, {
        adds: { threads: 1, feed_entries: 1 },
        check: ({ hashtags, mentions }) => assert.deepEqual([hashtags, mentions], [[], []]),
      });
    },
  };
}

function createWorkload(
  authors: readonly Reader[],
  toText: (n: number) => string,
  {
    adds,
    check,
  }: {
    adds: Readonly<Record<string, number>>;
    check: (thread: ListedThread, n: number) => void;
  },
): Workload {
  return {
    expectedStatus: 201,
    requests: Array.from({ length: textsCount }, (_, n) =>
      at(authors, n).client.postForm('/api/threads', { content: toText(n) }),
    ),
    adds,
    check(body, n) {
      const thread = body as ListedThread;
      assert.deepEqual([thread.content, thread.userId], [toText(n), at(authors, n).id]);
      check(thread, n);
    },
  };
}

/** Neighbors differ in reader and target, so that requests at the same time change different rows. */
const byDiagonal = 'ORDER BY (t.n + r.n) % (max(t.n) OVER ()), r.n LIMIT $2';

const likeTargets = `
  SELECT r.id AS reader, t.id AS target
  FROM unnest($1::uuid[]) WITH ORDINALITY AS r (id, n) CROSS JOIN (
    SELECT t.id, t.author_id, row_number() OVER (ORDER BY t.id DESC) AS n
    FROM threads t JOIN users a ON a.id = t.author_id
    WHERE t.parent_id IS NULL AND NOT a.is_private
      AND NOT EXISTS (SELECT FROM blocks WHERE a.id IN (blocker_id, blocked_id))
    ORDER BY t.id DESC LIMIT 2000
  ) t
  WHERE NOT EXISTS (SELECT FROM likes WHERE user_id = r.id AND thread_id = t.id) ${byDiagonal}`;

const followTargets = `
  SELECT r.id AS reader, t.id AS target
  FROM unnest($1::uuid[]) WITH ORDINALITY AS r (id, n) CROSS JOIN (
    SELECT u.id, row_number() OVER (ORDER BY u.id) AS n FROM users u
    WHERE NOT u.is_private AND NOT EXISTS (SELECT FROM blocks WHERE u.id IN (blocker_id, blocked_id))
  ) t
  WHERE r.id <> t.id
    AND NOT EXISTS (SELECT FROM follows WHERE follower_id = r.id AND followee_id = t.id) ${byDiagonal}`;

async function pairWorkload(
  stage: Stage,
  {
    text,
    toRequest,
    ...rest
  }: Pick<Workload, 'adds' | 'check'> & {
    text: string;
    toRequest: (reader: Reader, target: string) => LoadRequest;
  },
): Promise<Workload | undefined> {
  const readers = new Map((await stage.readers()).map((reader) => [reader.id, reader]));
  const rows = await stage.query<{ reader: string; target: string }>(text, [
    [...readers.keys()],
    pairsMax,
  ]);
  const requests = rows.flatMap(({ reader: id, target }) => {
    const reader = readers.get(id);
    return reader === undefined ? [] : [toRequest(reader, target)];
  });
  return requests.length === 0 ? undefined : { expectedStatus: 200, requests, ...rest };
}

function at<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('The database is too small for this case.');
  return item;
}
