import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatModule } from '../../src/modules/chat/index.ts';
import {
  lockReadTarget,
  storeReadPosition,
} from '../../src/modules/chat/members/members.repository.ts';
import { createUsersModule } from '../../src/modules/users/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { explain, findSequentialScans, recordStatements, runLong } from '../support/db/plans.ts';
import { insertUser } from '../support/factories/threads.ts';

let api: TestApi;
let recorded: ReturnType<typeof recordStatements>;
let viewer: { userId: string; sessionId: string };
let other: string;
let message: string;
let group: string;
let groupMessage: string;

/**
 * Users who follow, block and request to follow each other; a thousand users each write with about
 * eight others alternately.
 */
const fillStatements = [
  `INSERT INTO users (id, email, username, name, password_hash, is_private)
   SELECT md5('u' || n)::uuid, 'u' || n || '@example.org', 'user' || n, 'Somebody', '-', n % 10 = 0
   FROM generate_series(1, 2000) n`,
  `INSERT INTO follows (follower_id, followee_id)
   SELECT md5('u' || n)::uuid, md5('u' || 1 + (n * 7 + k * 13) % 1000)::uuid
   FROM generate_series(1, 1000) n, generate_series(1, 4) k
   WHERE (n * 7 + k * 13 + 1 - n) % 1000 <> 0 ON CONFLICT DO NOTHING`,
  'INSERT INTO blocks (blocker_id, blocked_id) SELECT followee_id, follower_id FROM follows',
  `INSERT INTO conversations (id, pair_key, last_seq)
   SELECT gen_random_uuid(), least(one, other) || ':' || greatest(one, other), 6
   FROM (SELECT DISTINCT md5('u' || n)::uuid AS one, md5('u' || 1 + (n + k * k) % 1000)::uuid AS other
     FROM generate_series(1, 1000) n, generate_series(1, 4) k) pairs
   WHERE one <> other ON CONFLICT DO NOTHING`,
  `INSERT INTO conversations (id, kind, last_seq) SELECT uuidv7(), 'group', 6 FROM generate_series(1, 1000)`,
  `INSERT INTO chat_groups (conversation_id, name) SELECT id, 'Group' FROM conversations WHERE kind = 'group'`,
  `INSERT INTO conversation_members
     (conversation_id, user_id, joined_seq, unread_count, read_seq, last_message_at, is_admin)
   SELECT conversation_id, md5('u' || 1 + (n + k * k) % 1000)::uuid, 0, 2, 2,
     now() - random() * interval '30 days', k = 1
   FROM (SELECT conversation_id, row_number() OVER () AS n FROM chat_groups) numbered,
     generate_series(1, 10) k ON CONFLICT DO NOTHING`,
  `INSERT INTO conversation_members
     (conversation_id, user_id, unread_count, read_seq, last_sent_seq, last_message_at)
   SELECT id, unnest(string_to_array(pair_key, ':'))::uuid, 2, 2, 5, now() - random() * interval '30 days'
   FROM conversations WHERE kind = 'direct'`,
  `INSERT INTO messages (id, conversation_id, seq, sender_id, content, client_message_id)
   SELECT uuidv7(), id, n, split_part(pair_key, ':', 1 + n % 2)::uuid, 'words', id || ' ' || n
   FROM conversations, generate_series(1, 6) n WHERE kind = 'direct'`,
  `INSERT INTO messages (id, conversation_id, seq, sender_id, type, content, event, client_message_id)
   SELECT uuidv7(), conversation_id, n, user_id, (CASE n WHEN 1 THEN 'system' ELSE 'text' END)::message_type, 'words',
     CASE n WHEN 1 THEN jsonb_build_object('type', 'members_added', 'userIds', jsonb_build_array(user_id)) END,
     conversation_id || ' ' || n
   FROM (SELECT *, row_number() OVER (PARTITION BY conversation_id ORDER BY user_id) AS n
     FROM conversation_members JOIN chat_groups USING (conversation_id)) member WHERE n <= 6`,
  'UPDATE messages SET link_card_id = id WHERE seq = 4',
  `INSERT INTO link_cards (id, url, title, requested_at)
   SELECT id, 'https://example.org/' || id, 'A page', now() FROM messages WHERE seq = 4`,
  `INSERT INTO message_drafts (conversation_id, user_id, text)
   SELECT conversation_id, user_id, 'unsent' FROM conversation_members`,
  `INSERT INTO chat_inboxes SELECT user_id, 6 * count(*) FROM conversation_members GROUP BY user_id`,
  `INSERT INTO message_deliveries (user_id, seq, message_id)
   SELECT c.user_id, row_number() OVER (PARTITION BY c.user_id ORDER BY m.id), m.id
   FROM conversation_members c JOIN messages m ON m.conversation_id = c.conversation_id`,
  `INSERT INTO media (id, owner_id, message_id, type, storage_key, file_name, mime_type, bytes)
   SELECT id, sender_id, id, 'image', id::text, 'original.webp', 'image/webp', 1 FROM messages
   WHERE seq = 3`,
  `INSERT INTO follow_requests (id, requester_id, target_id)
   SELECT gen_random_uuid(), followee_id, follower_id FROM follows`,
  `INSERT INTO video_conversions (media_id, owner_id, storage_key, is_playable, queued_at, due_at)
   SELECT id, owner_id, storage_key, false, now(), now() FROM media`,
  'VACUUM (ANALYZE)',
];

beforeAll(async () => {
  api = await startTestApi();
  await runLong(api.databaseUrl, fillStatements.map(Prisma.raw));
  const { id } = await api.database.user.findFirstOrThrow({ where: { username: 'user11' } });
  viewer = { userId: id, sessionId: '' };
  // The ids of the users above are not UUIDv7, unlike those of real users.
  other = await insertUser(api.database);
  for (const content of ['one', 'two', 'three']) {
    message = (await insertMessage(api.database, other, id, { content })).id;
  }
  const inGroup = await api.database.conversationMember.findFirstOrThrow({
    where: { userId: id, conversation: { kind: 'group' } },
  });
  group = inGroup.conversationId;
  const last = { conversationId: group, seq: 6 };
  groupMessage = (await api.database.message.findFirstOrThrow({ where: last })).id;
  recorded = recordStatements(api.database);
}, 120_000);

afterAll(() => api.close());

function createModule() {
  const { database } = recorded;
  const { clock, services } = api;
  const users = createUsersModule({ database });
  return createChatModule({
    chargeMembers: () => Promise.resolve({ refund: () => Promise.resolve() }),
    rateLimiter: services.rateLimiter,
    database,
    clock,
    users,
    threads: services.threads,
    media: services.media,
    protection: services.protection,
    bus: services.bus,
    publicUrl: services.settings.publicUrl,
  });
}

type Chat = ReturnType<typeof createModule>;

function send(chat: Chat, target: { receiverId: string } | { conversationId: string }) {
  return chat.send(
    viewer,
    { id: newId(), attempt: 'first' },
    { ...target, content: 'Hello', messageType: 'text' },
  );
}

describe('query plans', () => {
  it.each<[string, number, (chat: Chat) => Promise<unknown>]>([
    ['a conversation page', 1, (chat) => chat.read(viewer, other, { page: 0, size: 50 })],
    ['an older conversation page', 1, (chat) => chat.read(viewer, other, { page: 1, size: 1 })],
    ['the list of conversations', 2, (chat) => chat.list(viewer, { folder: 'inbox', limit: 10 })],
    ['the list of requests', 1, (chat) => chat.list(viewer, { folder: 'requests', limit: 10 })],
    [
      'the list before a message',
      3,
      (chat) => chat.list(viewer, { folder: 'inbox', limit: 10, before: message }),
    ],
    [
      'the messages around one',
      1,
      (chat) => chat.read(viewer, other, { page: 0, size: 50, around: message }),
    ],
    ['a search', 1, (chat) => chat.search(viewer, { q: 'two words', page: 0, size: 10 })],
    ['a search without spaces', 1, (chat) => chat.search(viewer, { q: '織物', page: 0, size: 10 })],
    ['the unread count', 1, (chat) => chat.countUnread(viewer)],
    ['an inbox', 1, (chat) => chat.inbox.list(viewer.userId, 30, 100)],
    ['reacting', 5, (chat) => chat.react(viewer, message, '👍')],
    ['removing a reaction', 4, (chat) => chat.react(viewer, message, null)],
    ['typing', 1, (chat) => chat.sendTyping(viewer, other)],
    // Finds the conversation, then inserts.
    ['sending', 2, (chat) => send(chat, { receiverId: other })],
    ['a group', 1, (chat) => chat.read(viewer, group, { page: 0, size: 50 })],
    [
      'the list of conversations and groups',
      2,
      (chat) => chat.list(viewer, { folder: 'inbox', groups: true, limit: 10 }),
    ],
    [
      'a search in groups too',
      1,
      (chat) => chat.search(viewer, { q: 'two words', page: 0, size: 10, groups: true }),
    ],
    ['sending to a group', 2, (chat) => send(chat, { conversationId: group })],
    ['typing in a group', 2, (chat) => chat.sendTyping(viewer, group)],
    [
      'editing in a group',
      5,
      async (chat) => {
        const { id } = await send(chat, { conversationId: group });
        recorded.statements.length = 0;
        await chat.editMessage(viewer, id, 'Hi @user12');
      },
    ],
    ['reacting in a group', 5, (chat) => chat.react(viewer, groupMessage, '👍')],
    [
      'marking as read',
      2,
      async () => {
        const target = await lockReadTarget(recorded.database, viewer.userId, message);
        if (target !== null) await storeReadPosition(recorded.database, viewer.userId, target);
      },
    ],
  ])('reads %s without a sequential scan, with %i statement(s)', async (_, count, run) => {
    recorded.statements.length = 0;
    await run(createModule());
    expect(recorded.statements).toHaveLength(count);
    for (const statement of recorded.statements) {
      const nodes = await explain(api.database, statement);
      expect(findSequentialScans(nodes)).toEqual([]);
    }
  });
});
