import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive, isLastingMute } from '../../domain/visibility.queries.ts';
import { visibleName, visibleUsername } from '../users/index.ts';
import { inPages, pageSize } from './in-pages.ts';

const { sql } = Prisma;

/** Lists of users, by their names in the archive. */
export function exportUserLists(database: Database, userId: string) {
  return listUserLists(sql`${userId}::uuid`, (list: UsersList) =>
    inPages(database, (after) => selectUsers(userId, list, after)),
  );
}

function listUserLists<Pages>(user: Prisma.Sql, listPages: (list: UsersList) => Pages) {
  const isPending = sql`requester_id = ${user} AND status = 'pending'`;
  return {
    followers: listPages({
      rows: sql`follows WHERE followee_id = ${user}`,
      userColumn: sql`follower_id`,
    }),
    following: listPages({
      rows: sql`follows WHERE follower_id = ${user}`,
      userColumn: sql`followee_id`,
      furtherColumn: { name: sql`"isNotifying"`, column: sql`is_notifying` },
    }),
    requested: listPages({
      rows: sql`follow_requests WHERE ${isPending}`,
      userColumn: sql`target_id`,
    }),
    blocked: listPages({
      rows: sql`blocks WHERE blocker_id = ${user}`,
      userColumn: sql`blocked_id`,
    }),
    muted: listPages({
      rows: sql`mutes WHERE muter_id = ${user} AND ${isLastingMute(sql`mutes`)}`,
      userColumn: sql`muted_id`,
      furtherColumn: { name: sql`"mutedUntil"`, column: sql`expires_at` },
    }),
    repostsMuted: listPages({
      rows: sql`repost_mutes WHERE muter_id = ${user}`,
      userColumn: sql`muted_id`,
    }),
    dismissedSuggestions: listPages({
      rows: sql`suggestion_dismissals WHERE user_id = ${user}`,
      userColumn: sql`dismissed_id`,
    }),
    notes: listPages({
      rows: sql`user_notes WHERE author_id = ${user}`,
      userColumn: sql`user_id`,
      furtherColumn: { name: sql`note`, column: sql`text` },
    }),
  };
}

interface UsersList {
  rows: Prisma.Sql;
  /** The column with the id of the listed user. */
  userColumn: Prisma.Sql;
  furtherColumn?: { name: Prisma.Sql; column: Prisma.Sql };
}

function selectUsers(
  userId: string,
  { rows, userColumn, furtherColumn }: UsersList,
  after: string,
): Prisma.Sql {
  const [inner, outer] = furtherColumn
    ? [sql`, ${furtherColumn.column} AS ${furtherColumn.name}`, sql`, listed.${furtherColumn.name}`]
    : [Prisma.empty, Prisma.empty];
  return sql`
    SELECT other.id::text AS key, other.id,
      ${visibleUsername(userId, sql`other`)} AS username, ${visibleName(userId, sql`other`)} AS name,
      listed.since ${outer}
    FROM (
      SELECT ${userColumn} AS id, created_at AS since ${inner} FROM ${rows}
    ) listed
      JOIN users other ON other.id = listed.id
    WHERE ${isActive(sql`other`)} AND other.id > ${after}::uuid
    ORDER BY other.id LIMIT ${pageSize}`;
}
