import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { FederationEventType } from '../../../domain/events/federation-event-type.ts';
import { isLocal } from '../../../domain/visibility.queries.ts';
import { newId } from '../../../platform/ids.ts';
import { selectHost } from '../servers/server-policy.queries.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';

const { sql } = Prisma;

/** The ids of the followers of a local account on another server. */
export async function listFollowersOnHost(
  database: Database,
  userId: string,
  host: string,
): Promise<string[]> {
  const rows = await database.query<{ uri: string }>(sql`
    SELECT remote.uri FROM follows follow JOIN remote_actors remote ON remote.user_id = follow.follower_id
    WHERE follow.followee_id = ${userId}::uuid AND ${selectHost(sql`remote.uri`)} = ${host}
    ORDER BY remote.uri`);
  return rows.map(({ uri }) => uri);
}

/** The users of this server who follow an account of another one. */
export async function listLocalFollowers(database: Database, userId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT account.id FROM follows follow JOIN users account ON account.id = follow.follower_id
    WHERE follow.followee_id = ${userId}::uuid AND account.domain IS NULL ORDER BY account.id`);
  return rows.map(({ id }) => id);
}

/** Whether a user of this server follows an account. */
export async function hasLocalFollowers(database: Database, userId: string): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT WHERE ${exists(sql`follows JOIN users follower ON follower.id = follows.follower_id
      WHERE follows.followee_id = ${userId}::uuid AND ${isLocal(sql`follower`)}`)}`);
  return rows.length > 0;
}

/**
 * Ends follows that only the other server knows. It can have learned of them only from accounts with a key: its claim
 * about others must not make them known.
 */
export async function enqueueUndoneFollows(
  database: Database,
  followerIds: readonly string[],
  followeeId: string,
): Promise<void> {
  const events = followerIds.map(() => ({ id: newId(), reference: newId() }));
  await database.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT event.id, ${'undoFollow' satisfies FederationEventType}, account.id, ${followeeId}::uuid, event.reference
    FROM unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ reference }) => reference)}::text[],
      ${followerIds}::uuid[]) event (id, reference, follower_id)
      JOIN users account ON account.id = event.follower_id AND ${isFederated(sql`account`)}
      JOIN actor_keys key ON key.actor_id = account.id
    WHERE NOT EXISTS (SELECT FROM federation_events waiting WHERE waiting.type = ${'undoFollow' satisfies FederationEventType}
        AND waiting.actor_id = account.id AND waiting.object_id = ${followeeId}::uuid)
      AND NOT EXISTS (SELECT FROM follows
        WHERE follower_id = account.id AND followee_id = ${followeeId}::uuid)
      AND NOT EXISTS (SELECT FROM follow_requests WHERE requester_id = account.id
        AND target_id = ${followeeId}::uuid AND status = 'pending')`);
}
