import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { insertNotifications } from '../../../domain/events/notification-writer.queries.ts';
import { newId as newNotificationId } from '../../../platform/ids.ts';
import { isConnectable } from '../../../domain/federated-accounts.queries.ts';
import {
  canSeeProfile,
  isActive,
  isBlockedBetween,
  isServerBlocked,
} from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

export interface MoveRow {
  username: string;
  aliases: string[];
  movedAt: Date | null;
  /** Null also if the user may no longer see the account. */
  movedToId: string | null;
  movedToUsername: string;
  movedToName: string;
}

export async function findMove(database: Database, userId: string): Promise<MoveRow | null> {
  const [row] = await database.query<MoveRow>(sql`
    SELECT account.username, account.aliases, account.moved_at AS "movedAt", target.id AS "movedToId",
      target.username AS "movedToUsername", target.name AS "movedToName"
    FROM users account LEFT JOIN users target ON target.id = account.moved_to_id
      AND ${canSeeProfile(userId, sql`target`)}
    WHERE account.id = ${userId}::uuid`);
  return row ?? null;
}

/** The usernames of accounts by the ids of their documents. */
export async function findUsernames(
  database: Database,
  uris: readonly string[],
  localIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ uri: string; username: string }>(sql`
    SELECT alias.uri, account.username
    FROM unnest(${uris}::text[], ${localIds}::uuid[]) alias (uri, local_id)
      LEFT JOIN remote_actors remote ON remote.uri = alias.uri
      JOIN users account ON account.id = coalesce(alias.local_id, remote.user_id)
    WHERE ${isActive(sql`account`)}`);
  return new Map(rows.map(({ uri, username }) => [uri, username]));
}

/** Returns false if the account has the maximum of other aliases. */
export async function insertAlias(
  tx: Transaction,
  userId: string,
  { uri, max }: { uri: string; max: number },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE users SET aliases = array_append(array_remove(aliases, ${uri}), ${uri})
    WHERE id = ${userId}::uuid AND cardinality(array_remove(aliases, ${uri})) < ${max}::int`);
  return changed > 0;
}

export async function deleteAlias(tx: Transaction, userId: string, uri: string): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET aliases = array_remove(aliases, ${uri}) WHERE id = ${userId}::uuid`);
}

/** An account that another one wants to move to. */
export interface MoveTarget {
  id: string;
  /** The id of its document; null for an account of this server. */
  uri: string | null;
  aliases: string[];
  hasMoved: boolean;
}

/** @param userId The user who moves, who may see the account */
export async function findTarget(
  database: Database | Transaction,
  userId: string,
  targetId: string,
): Promise<MoveTarget | null> {
  const [row] = await database.query<MoveTarget>(sql`
    SELECT account.id, remote.uri, coalesce(remote.aliases, account.aliases) AS aliases,
      remote.moved_to IS NOT NULL OR account.moved_to_id IS NOT NULL AS "hasMoved"
    FROM users account LEFT JOIN remote_actors remote ON remote.user_id = account.id
    WHERE account.id = ${targetId}::uuid AND ${canSeeProfile(userId, sql`account`)}`);
  return row ?? null;
}

/** Returns false if the account has moved since `earliest`. */
export async function setMove(
  tx: Transaction,
  userId: string,
  { targetId, now, earliest }: { targetId: string; now: Date; earliest: Date },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE users SET moved_to_id = ${targetId}::uuid, moved_at = ${now}
    WHERE id = ${userId}::uuid AND (moved_at IS NULL OR moved_at <= ${earliest})`);
  return changed > 0;
}

/** Returns false if the account has not moved. */
export async function clearMove(tx: Transaction, userId: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, movedToId: { not: null } },
    data: { movedToId: null },
  });
  return count > 0;
}

export interface WaitingFollow {
  followerId: string;
  oldId: string;
  newId: string;
  isNotifying: boolean;
}

/**
 * Follows of users of this server of accounts that have moved since a time, by old account and follower. A follow stays
 * where it is if the follower and the new account cannot be connected.
 */
export function listWaitingFollows(
  database: Database,
  { movedSince, after, limit }: { movedSince: Date; after: WaitingFollow | null; limit: number },
): Promise<WaitingFollow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(account.id, follow.follower_id) > (${after.oldId}::uuid, ${after.followerId}::uuid)`;
  return database.query<WaitingFollow>(sql`
    SELECT follow.follower_id AS "followerId", account.id AS "oldId", target.id AS "newId",
      follow.is_notifying AS "isNotifying"
    FROM users account JOIN users target ON target.id = account.moved_to_id
      JOIN follows follow ON follow.followee_id = account.id AND follow.follower_id <> target.id
      JOIN users follower ON follower.id = follow.follower_id
    WHERE account.moved_to_id IS NOT NULL AND account.moved_at > ${movedSince}
      AND ${isActive(sql`account`)} AND ${isAfter}
      AND ${isActive(sql`target`)} AND target.moved_to_id IS NULL
      AND follower.domain IS NULL AND ${isActive(sql`follower`)} AND follower.moved_to_id IS NULL
      AND (target.domain IS NULL OR ${isConnectable(sql`follower`)})
      AND NOT ${isBlockedBetween(sql`follower.id`, sql`target.id`)}
      AND NOT ${isServerBlocked(sql`follower.id`, sql`target`)}
    ORDER BY account.id, follow.follower_id LIMIT ${limit}::int`);
}

/** Replaces the old account in the lists of a user. */
export async function replaceInLists(
  tx: Transaction,
  { followerId, oldId, newId }: WaitingFollow,
): Promise<void> {
  const isOwn = sql`(SELECT id FROM user_lists WHERE owner_id = ${followerId}::uuid)`;
  await tx.execute(sql`
    INSERT INTO user_list_members (list_id, user_id, created_at)
    SELECT list_id, ${newId}::uuid, created_at FROM user_list_members
    WHERE user_id = ${oldId}::uuid AND list_id IN ${isOwn} ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    DELETE FROM user_list_members WHERE user_id = ${oldId}::uuid AND list_id IN ${isOwn}`);
}

/** Notifies a follower of the move. Returns the recipients. */
export async function notifyOfMove(
  tx: Transaction,
  { followerId, oldId }: WaitingFollow,
): Promise<string[]> {
  const notification = sql`SELECT ${newNotificationId()}::uuid, ${followerId}::uuid, ${oldId}::uuid,
    'moved'::notification_type, NULL::uuid, NULL::uuid, NULL::uuid`;
  const rows = await tx.query<{ recipient_id: string }>(insertNotifications(notification));
  return rows.map(({ recipient_id: id }) => id);
}

/** A block or mute of an account that has moved. */
export interface Restriction {
  kind: 'block' | 'mute';
  /** A user of this server. */
  ownerId: string;
  oldId: string;
  newId: string;
  /** How long a mute still lasts; null for one without an end. */
  durationSeconds: number | null;
}

/** The key of a value that says that a restriction was carried over. */
export const toRestrictionKey = ({ kind, oldId, ownerId }: Restriction): string =>
  `moved-${kind}:${oldId}:${ownerId}`;

/** Blocks and mutes of accounts that have moved since a time, which the new account does not have yet. */
export function listRestrictions(
  database: Database,
  { movedSince, now, limit }: { movedSince: Date; now: Date; limit: number },
): Promise<Restriction[]> {
  return database.query<Restriction>(sql`
    SELECT restriction.kind, owner.id AS "ownerId", account.id AS "oldId", target.id AS "newId",
      ceil(extract(epoch FROM restriction.expires_at - ${now}::timestamptz))::int AS "durationSeconds"
    FROM users account JOIN users target ON target.id = account.moved_to_id CROSS JOIN LATERAL (
        SELECT 'block' AS kind, blocker_id AS owner_id, NULL::timestamptz AS expires_at,
          EXISTS (SELECT FROM blocks WHERE blocker_id = block.blocker_id AND blocked_id = target.id) AS "isCarried"
        FROM blocks block WHERE blocked_id = account.id
        UNION ALL SELECT 'mute', muter_id, expires_at,
          EXISTS (SELECT FROM mutes WHERE muter_id = mute.muter_id AND muted_id = target.id)
        FROM mutes mute WHERE muted_id = account.id AND (expires_at IS NULL OR expires_at > ${now})
      ) restriction JOIN users owner ON owner.id = restriction.owner_id
    WHERE account.moved_to_id IS NOT NULL AND account.moved_at > ${movedSince}
      AND ${isActive(sql`target`)} AND target.moved_to_id IS NULL AND owner.id <> target.id
      AND owner.domain IS NULL AND ${isActive(sql`owner`)} AND NOT restriction."isCarried"
      AND NOT EXISTS (SELECT FROM follows WHERE follower_id = owner.id AND followee_id = target.id)
      AND NOT EXISTS (SELECT FROM federation_kv
        WHERE key = 'moved-' || restriction.kind || ':' || account.id || ':' || owner.id)
    ORDER BY account.id, owner.id, restriction.kind LIMIT ${limit}::int`);
}
