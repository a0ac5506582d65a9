import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { removeAccount } from '../../src/modules/account/account.repository.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertConversation } from '../support/factories/chat.ts';
import { insertCrowd, engageByCrowd, recordDeletions } from '../support/factories/crowd.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';

/** More than one batch of each type. */
const crowdSize = 700;
const messagesCount = 1300;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

/** Creates all relations between many users and one user. */
async function createRelations({ id }: User): Promise<void> {
  const pairs = [
    ['blocks (blocker_id, blocked_id)', '$1, fan.id'],
    ['blocks (blocker_id, blocked_id)', 'fan.id, $1'],
    ['mutes (muter_id, muted_id)', 'fan.id, $1'],
    ['repost_mutes (muter_id, muted_id)', 'fan.id, $1'],
    ['user_notes (author_id, user_id, text)', `fan.id, $1, '-'`],
    ['suggestion_dismissals (user_id, dismissed_id)', 'fan.id, $1'],
    ['follows (follower_id, followee_id)', 'fan.id, $1'],
    ['follow_requests (id, requester_id, target_id)', 'gen_random_uuid(), fan.id, $1'],
    ['idempotency_keys (user_id, key, fingerprint, made_id)', `$1, fan.id::text, '', fan.id`],
    [
      'reports (id, reporter_id, target_type, target_id, reason)',
      `fan.id, $1, 'user', fan.id, '-'`,
    ],
  ] as const;
  for (const [columns, values] of pairs) {
    await api.database.$executeRawUnsafe(
      `INSERT INTO ${columns} SELECT ${values.replaceAll('$1', '$1::uuid')}
       FROM users fan WHERE email LIKE '%@crowd.example'`,
      id,
    );
  }
  await api.database
    .$executeRaw`UPDATE users SET followers_count = ${crowdSize} WHERE id = ${id}::uuid`;
  await api.database.$executeRaw`
    UPDATE users SET following_count = 1 WHERE email LIKE '%@crowd.example'`;
}

/** A long conversation in which the first sender writes the fewest messages. */
async function insertLongConversation(first: User, other: User): Promise<void> {
  const pairKey = [first.id, other.id].toSorted().join(':');
  await api.database.$executeRaw`
    WITH chat AS (
      INSERT INTO conversations (id, pair_key, last_seq)
      VALUES (gen_random_uuid(), ${pairKey}, ${messagesCount}::int) RETURNING id
    ), sent AS (
      INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
      SELECT gen_random_uuid(), chat.id, n,
        CASE WHEN n <= 10 THEN ${first.id}::uuid ELSE ${other.id}::uuid END, 'Hi', '2026-01-01'
      FROM chat, generate_series(1, ${messagesCount}::int) n
    )
    INSERT INTO conversation_members
      (conversation_id, user_id, unread_count, last_sent_seq, last_message_at)
    SELECT id, ${first.id}::uuid, ${messagesCount - 10}::int, 10, '2026-01-01'::timestamptz FROM chat
    UNION ALL SELECT id, ${other.id}::uuid, 10, ${messagesCount}::int, '2026-01-01' FROM chat`;
}

it('deletes a large account in batches and keeps counters correct in between', async () => {
  const [user, other] = [await createUser(api), await createUser(api)];
  await insertCrowd(api.database, crowdSize);
  const popularThread = await insertThread(api.database, user.id);
  await engageByCrowd(api.database, popularThread);
  for (let n = 0; n < 130; n += 1) await insertThread(api.database, user.id);
  await createRelations(user);
  await insertLongConversation(user, other);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  const tables = `threads likes follows blocks mutes suggestion_dismissals follow_requests
    idempotency_keys messages notifications`;
  const readLargestDeletion = await recordDeletions(api.database, tables.split(/\s+/));
  const drifts: string[] = [];
  const request = api.request.delete('/api/users/me').set(user.auth);
  const deletion = request.send({ password: user.password }).then(({ status }) => status);
  const ended = new AbortController();
  void deletion.then(() => ended.abort());
  while (!ended.signal.aborted) drifts.push(...(await findCounterDrift(api.databaseUrl)));

  expect(await deletion).toBe(200);
  expect(drifts).toEqual([]);
  await api.services.threads.purgeDeletedThreads();
  expect(await readLargestDeletion()).toBe(500);
  expect(await api.database.user.count({ where: { id: user.id } })).toBe(0);
  expect(await api.database.message.count()).toBe(0);
  expect(await api.database.report.count({ where: { reporterId: null } })).toBe(crowdSize);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
}, 60_000);

it('continues with other threads while the parent of one is locked', async () => {
  const { database } = api;
  const [user, other] = [await createUser(api), await createUser(api)];
  const root = await insertThread(database, other.id);
  const parentId = await insertThread(database, other.id, { parentId: root });
  await insertThread(database, user.id, { parentId });
  for (let n = 0; n < 8; n += 1) await insertThread(database, user.id);
  const countRemaining = () => database.thread.count({ where: { authorId: user.id } });
  let deletion: Promise<number> | undefined;
  await database.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM threads WHERE id = ${parentId}::uuid FOR NO KEY UPDATE`;
    const request = api.request.delete('/api/users/me').set(user.auth);
    deletion = request.send({ password: user.password }).then(({ status }) => status);
    await vi.waitFor(async () => expect(await countRemaining()).toBe(1), 4000);
  });
  expect(await deletion).toBe(200);
  // The deletion has failed for the locked thread, because statements wait only briefly for a lock.
  await api.services.account.resumeDeletions();
  expect(await countRemaining()).toBe(0);
  expect(await database.user.count({ where: { id: user.id } })).toBe(0);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('keeps the account while a concurrent request has added a conversation with it', async () => {
  const { database } = api;
  const [user, other] = [await createUser(api), await createUser(api)];
  const id = await insertConversation(database, user.id, other.id);
  expect(await removeAccount(database, user.id)).toBe(false);
  await database.conversation.delete({ where: { id } });
  expect(await removeAccount(database, user.id)).toBe(true);
});

it('leaves no large table to the cascade from the row of the account', async () => {
  const keys = await api.database.$queryRaw<{ key: string }[]>`
    SELECT conrelid::regclass || '.' || attname AS key
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'users'::regclass ORDER BY 1`;
  const onePerUser = `chat_inboxes.user_id email_digests.user_id notification_preferences.user_id pinned_threads.user_id
    pending_registrations.user_id registration_addresses.user_id remote_actors.user_id totp_secrets.user_id`;
  // Deleted with the session of the subscription, and with the conversation.
  const deletedWithAnotherRow = `app_push_subscriptions.user_id push_subscriptions.user_id
    messages.sender_id`;
  // A new table needs a purge step.
  const inBatches = `
    announcement_dismissals.user_id appeals.decider_id audit_entries.actor_id blocks.blocked_id blocks.blocker_id bookmark_folders.owner_id
    bookmarks.user_id
    conversation_members.user_id drafts.author_id feed_entries.actor_id
    email_verifications.user_id former_usernames.user_id
    follow_requests.requester_id follow_requests.target_id follows.followee_id follows.follower_id
    featured_hashtags.user_id filtered_threads.user_id group_departures.user_id hashtag_follows.user_id identities.user_id imported_posts.user_id imports.user_id invitations.creator_id keyword_filters.user_id
    idempotency_keys.user_id likes.user_id media.owner_id moderation_notes.author_id moderation_notes.user_id mutes.muted_id mutes.muter_id
    notification_permissions.recipient_id notification_permissions.sender_id
    notifications.actor_id notifications.recipient_id passkeys.user_id password_resets.user_id
    poll_ballots.user_id reactions.user_id recovery_codes.user_id remote_activities.actor_id remote_activities.object_id remote_engagements.actor_id remote_media.owner_id report_assignments.assignee_id report_messages.moderator_id report_messages.recipient_id reports.reporter_id
    reports.resolver_id repost_mutes.muted_id repost_mutes.muter_id reposts.user_id scheduled_parts.author_id scheduled_threads.author_id server_blocks.user_id sessions.user_id
    strikes.moderator_id strikes.user_id
    suggestion_dismissals.dismissed_id suggestion_dismissals.user_id thread_mentions.user_id
    thread_mutes.user_id threads.author_id timeline_markers.user_id user_list_members.user_id user_lists.owner_id
    user_notes.author_id user_notes.user_id users.moved_to_id`;
  const expectedKeys = `${onePerUser} ${deletedWithAnotherRow} ${inBatches}`.split(/\s+/);
  expect(keys.map(({ key }) => key)).toEqual(expectedKeys.toSorted());
});
