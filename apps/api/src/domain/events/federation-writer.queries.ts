import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import type { FederationEventType } from './federation-event-type.ts';
import { newId } from '../../platform/ids.ts';
import { instanceActorId } from '../instance-actor.ts';

/**
 * What other servers must learn is written by the transaction that causes it, so that a crash loses
 * nothing. A background job turns it into activities. Nothing is written about two local accounts.
 */

const { sql } = Prisma;

/** The results of a poll are sent this long after a vote, and include all votes until then. */
const pollResultsDelayMinutes = 3;

/** An instance that knows no account of another server has nobody to inform. */
const existsRemoteActor = sql`EXISTS (SELECT FROM remote_actors)`;

interface FollowEvent {
  /** `follow` and `undoFollow` are of the follower, `accept` and `reject` of the followed account. */
  type: 'follow' | 'undoFollow' | 'accept' | 'reject';
  followerId: string;
  followeeId: string;
}

/**
 * Informs the other server about a follow. Call it after the request is inserted, and before it is deleted.
 * Writes nothing if there is no follow or request that the other server knows.
 */
export async function enqueueFollow(
  tx: Transaction,
  { type, followerId, followeeId }: FollowEvent,
): Promise<void> {
  const isByFollower = type === 'follow' || type === 'undoFollow';
  const [actorId, objectId] = isByFollower ? [followerId, followeeId] : [followeeId, followerId];
  const reference = isByFollower
    ? sql`SELECT id::text FROM follow_requests WHERE requester_id = actor.id
        AND target_id = object.id AND status <> 'rejected'`
    : sql`SELECT uri FROM remote_activities WHERE actor_id = object.id AND type = 'follow'
        AND object_id = actor.id`;
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${type satisfies FederationEventType}, actor.id, object.id, referred.reference
    FROM users actor, users object CROSS JOIN LATERAL (${reference}) referred (reference)
    WHERE actor.id = ${actorId}::uuid AND actor.domain IS NULL
      AND object.id = ${objectId}::uuid AND object.domain IS NOT NULL`);
}

/** Accepts the follows of an account that has become public. */
export async function enqueueAccepts(
  tx: Transaction,
  followeeId: string,
  followerIds: readonly string[],
): Promise<void> {
  const ids = followerIds.map(() => newId());
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT follower.event_id, ${'accept' satisfies FederationEventType}, remote.object_id, remote.actor_id, remote.uri
    FROM unnest(${ids}::uuid[], ${followerIds}::uuid[]) follower (event_id, id)
      JOIN remote_activities remote ON remote.actor_id = follower.id AND remote.type = 'follow'
        AND remote.object_id = ${followeeId}::uuid`);
}

/** A CTE for a statement that provides `thread` and its `author`: announces a new thread of a local user. */
export function enqueueNewThread(): Prisma.Sql {
  return sql`federated AS (
    INSERT INTO federation_events (id, type, actor_id, reference)
    SELECT ${newId()}::uuid, ${'createThread' satisfies FederationEventType}, author.id, thread.id::text FROM thread, author
    WHERE author.domain IS NULL AND ${existsRemoteActor}
  )`;
}

/**
 * Announces replies of local users that needed an approval until now. They are created or, if an edit has been sent
 * meanwhile, updated.
 */
export async function enqueueReleasedReplies(
  tx: Transaction,
  replies: readonly { id: string; authorId: string }[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, reference)
    SELECT id, ${'updateThread' satisfies FederationEventType}, author_id, reply_id::text
    FROM unnest(${replies.map(() => newId())}::uuid[], ${replies.map(({ id }) => id)}::uuid[],
      ${replies.map(({ authorId }) => authorId)}::uuid[]) reply (id, reply_id, author_id)`);
}

/** Announces the present state of an edited thread of a local user. */
export async function enqueueThreadUpdate(tx: Transaction, threadId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, reference)
    SELECT ${newId()}::uuid, ${'updateThread' satisfies FederationEventType}, author.id, thread.id::text
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND author.domain IS NULL AND ${existsRemoteActor}`);
}

/**
 * Asks other servers to delete threads of a local user: of the followers who could see them, and of those who were
 * mentioned or have replied, quoted or reposted. Call it before the dependent rows are deleted.
 */
export async function enqueueThreadDeletions(
  tx: Transaction,
  threadIds: readonly string[],
): Promise<void> {
  const ids = threadIds.map(() => newId());
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, reference, recipient_ids)
    SELECT event.id, CASE WHEN thread.audience = 'mentioned' THEN ${'deleteMentioned' satisfies FederationEventType} ELSE ${'deleteThread' satisfies FederationEventType} END, author.id, thread.id::text, ARRAY(
      SELECT remote.user_id FROM remote_actors remote WHERE remote.user_id IN (
        SELECT user_id FROM thread_mentions WHERE thread_id = thread.id
        UNION SELECT author_id FROM threads parent WHERE parent.id = thread.parent_id
        UNION SELECT author_id FROM threads quoted WHERE quoted.id = thread.quoted_id
        UNION SELECT quoted.author_id FROM quote_approvals approval
          JOIN threads quoted ON quoted.id = approval.quoted_id WHERE approval.thread_id = thread.id
        UNION SELECT author_id FROM threads reply WHERE reply.parent_id = thread.id
        UNION SELECT author_id FROM threads quote WHERE quote.quoted_id = thread.id
        UNION SELECT user_id FROM reposts WHERE thread_id = thread.id))
    FROM unnest(${ids}::uuid[], ${threadIds}::uuid[]) event (id, thread_id)
      JOIN threads thread ON thread.id = event.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE author.domain IS NULL AND author.deleted_at IS NULL
      AND ${existsRemoteActor}`);
}

/**
 * Informs the server of a blocked account. Call it after the block is inserted, and before it is deleted. The
 * reference contains the time of the block, so that each block of an account has an id of its own.
 */
export async function enqueueBlock(
  tx: Transaction,
  type: 'block' | 'undoBlock',
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${type satisfies FederationEventType}, block.blocker_id, block.blocked_id,
      block.blocked_id || '-' || (extract(epoch FROM block.created_at) * 1000)::bigint
    FROM blocks block JOIN users blocker ON blocker.id = block.blocker_id
      JOIN users blocked ON blocked.id = block.blocked_id
    WHERE block.blocker_id = ${blockerId}::uuid AND block.blocked_id = ${blockedId}::uuid
      AND blocker.domain IS NULL AND blocked.domain IS NOT NULL`);
}

/** Informs the other servers that know an account about its present profile. */
export async function enqueueProfileUpdate(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id)
    SELECT ${newId()}::uuid, ${'updateActor' satisfies FederationEventType}, actor_id FROM actor_keys
    WHERE actor_id = ${userId}::uuid AND NOT EXISTS (SELECT FROM federation_events waiting
      WHERE waiting.type = ${'updateActor' satisfies FederationEventType} AND waiting.actor_id = ${userId}::uuid)`);
}

/**
 * A CTE that informs other servers about a repost of a local user, or its end. The statement provides `thread`.
 * @param changed A CTE with the id of the repost
 */
export function enqueueRepost(
  type: 'repost' | 'undoRepost',
  actorId: string,
  changed: Prisma.Sql,
): Prisma.Sql {
  return sql`
    INSERT INTO federation_events (id, type, actor_id, reference)
    SELECT ${newId()}::uuid, ${type satisfies FederationEventType}, actor.id, changed.id::text || '/' || thread.id::text
    FROM ${changed} changed, thread, users actor
    WHERE actor.id = ${actorId}::uuid AND actor.domain IS NULL AND ${existsRemoteActor}`;
}

/**
 * A CTE that informs the server of a thread's author about a like of a local user, or its end. The statement provides
 * `thread` with its author.
 */
export function enqueueLike(
  type: 'like' | 'undoLike',
  actorId: string,
  changed: Prisma.Sql,
): Prisma.Sql {
  return sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${type satisfies FederationEventType}, actor.id, author.id, thread.id::text
    FROM ${changed} changed, thread, users actor, users author
    WHERE actor.id = ${actorId}::uuid AND actor.domain IS NULL
      AND author.id = thread.author_id AND author.domain IS NOT NULL`;
}

/** Informs the server of a thread's author about a reaction of a local user; null for the end of a reaction. */
export async function enqueueReaction(
  tx: Transaction,
  { actorId, threadId }: { actorId: string; threadId: string },
  reaction: string | null,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${(reaction === null ? 'undoReaction' : 'reaction') satisfies FederationEventType}, actor.id, author.id,
      thread.id::text || '/' || ${reaction ?? ''}::text
    FROM threads thread JOIN users author ON author.id = thread.author_id, users actor
    WHERE thread.id = ${threadId}::uuid AND actor.id = ${actorId}::uuid AND actor.domain IS NULL
      AND author.domain IS NOT NULL`);
}

/**
 * A CTE that sends a vote of a local user to the server of the poll's author: each option by itself, as other servers
 * do. The statement provides `thread` with its author, and `vote` with the chosen options.
 */
export function enqueueVote(actorId: string, optionIds: readonly string[]): Prisma.Sql {
  const ids = optionIds.map(() => newId());
  return sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT event.id, ${'vote' satisfies FederationEventType}, actor.id, author.id, thread.id::text || '/' || vote.option_id::text
    FROM vote JOIN unnest(${ids}::uuid[], ${optionIds}::uuid[]) event (id, option_id)
        ON event.option_id = vote.option_id,
      thread, users actor, users author
    WHERE actor.id = ${actorId}::uuid AND actor.domain IS NULL
      AND author.id = thread.author_id AND author.domain IS NOT NULL`;
}

/**
 * A CTE that announces the results of a local user's poll, once for the votes of some minutes. The statement provides
 * `thread` with its author. The update locks a waiting event: if the job is removing it, another one is inserted
 * afterwards.
 * @param changed A CTE with a row if the results have changed
 */
export function enqueuePollResults(changed: Prisma.Sql, now: Date): Prisma.Sql {
  return sql`
    INSERT INTO federation_events AS event (id, type, actor_id, reference, due_at)
    SELECT ${newId()}::uuid, ${'pollResults' satisfies FederationEventType}, author.id, thread.id::text,
      ${now}::timestamptz + make_interval(mins => ${pollResultsDelayMinutes}::int)
    FROM thread JOIN users author ON author.id = thread.author_id
    WHERE author.domain IS NULL AND ${existsRemoteActor} AND EXISTS (SELECT FROM ${changed})
    ON CONFLICT (reference) WHERE type = 'pollResults' DO UPDATE SET due_at = event.due_at`;
}

/** A CTE that announces the final results of a local user's poll. The statement provides `done`, its thread. */
export function enqueueFinalResults(): Prisma.Sql {
  return sql`
    INSERT INTO federation_events (id, type, actor_id, reference)
    SELECT ${newId()}::uuid, ${'updateThread' satisfies FederationEventType}, author.id, done.thread_id::text
    FROM done JOIN users author ON author.id = done.author_id
    WHERE author.domain IS NULL AND ${existsRemoteActor}`;
}

/** Informs the servers of the followers that an account has moved. Both know the old and the new profile afterwards. */
export async function enqueueMove(
  tx: Transaction,
  userId: string,
  targetUri: string,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, reference)
    VALUES (${newId()}::uuid, 'move', ${userId}::uuid, ${targetUri})`);
}

/**
 * Forwards a report about an account of another server, or one of its threads, to that server. Writes nothing for
 * other reports.
 */
export async function enqueueFlag(tx: Transaction, reportId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${'flag' satisfies FederationEventType}, ${instanceActorId}::uuid, account.id, report.id::text
    FROM reports report JOIN users account ON account.id = report.person_id
    WHERE report.id = ${reportId}::uuid AND report.target_type IN ('user', 'thread')
      AND account.domain IS NOT NULL`);
}

/** Asks the other servers that know an account to delete it. */
export async function enqueueDeletion(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id)
    SELECT ${newId()}::uuid, ${'delete' satisfies FederationEventType}, actor_id FROM actor_keys WHERE actor_id = ${userId}::uuid`);
}
