import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee, canSeeProfile } from '../../domain/visibility.queries.ts';
import { inPages, pageSize } from './in-pages.ts';

const { sql } = Prisma;

interface Keyed {
  key: string;
}

export interface FollowedAccount extends Keyed {
  username: string;
  showsReposts: boolean;
  isNotifying: boolean;
}

// Rows of the CSV files, page by page: only accounts and threads that the user may see.

export function exportFollowed(database: Database, userId: string) {
  return inPages<FollowedAccount>(database, (after) => selectFollowed(userId, after));
}

export function exportBlocked(database: Database, userId: string) {
  return inPages<Keyed & { username: string }>(database, (after) =>
    selectAccounts(userId, sql`blocks WHERE blocker_id`, sql`blocked_id`, after),
  );
}

export function exportMuted(database: Database, userId: string) {
  return inPages<Keyed & { username: string }>(database, (after) =>
    selectAccounts(userId, sql`mutes WHERE muter_id`, sql`muted_id`, after),
  );
}

export function exportBookmarked(database: Database, userId: string) {
  return inPages(database, (after) => selectBookmarked(userId, after));
}

/** Members of all lists, list by list. Limits per user keep the number of lists low. */
export async function* exportListMembers(database: Database, userId: string) {
  const lists = await database.userList.findMany({
    where: { ownerId: userId },
    select: { id: true, name: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  for (const { id, name } of lists) {
    const pages = inPages<Keyed & { username: string }>(database, (after) =>
      selectMembers(userId, id, after),
    );
    for await (const page of pages) yield page.map(({ username }) => ({ name, username }));
  }
}

function selectFollowed(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT account.id::text AS key, account.username,
      NOT EXISTS (SELECT FROM repost_mutes muted
        WHERE muted.muter_id = follow.follower_id AND muted.muted_id = account.id) AS "showsReposts",
      follow.is_notifying AS "isNotifying"
    FROM follows follow JOIN users account ON account.id = follow.followee_id
    WHERE follow.follower_id = ${userId}::uuid AND ${canSeeProfile(userId, sql`account`)}
      AND account.id > ${after}::uuid
    ORDER BY account.id LIMIT ${pageSize}`;
}

/** @param rows Up to the column that is compared with the user's id. */
function selectAccounts(
  userId: string,
  rows: Prisma.Sql,
  userColumn: Prisma.Sql,
  after: string,
): Prisma.Sql {
  return sql`
    SELECT account.id::text AS key, account.username
    FROM (SELECT ${userColumn} AS id FROM ${rows} = ${userId}::uuid) listed
      JOIN users account ON account.id = listed.id
    WHERE ${canSeeProfile(userId, sql`account`)} AND account.id > ${after}::uuid
    ORDER BY account.id LIMIT ${pageSize}`;
}

function selectMembers(userId: string, listId: string, after: string): Prisma.Sql {
  return sql`
    SELECT account.id::text AS key, account.username
    FROM user_list_members member JOIN users account ON account.id = member.user_id
    WHERE member.list_id = ${listId}::uuid AND ${canSeeProfile(userId, sql`account`)}
      AND account.id > ${after}::uuid
    ORDER BY account.id LIMIT ${pageSize}`;
}

function selectBookmarked(userId: string, after: string): Prisma.Sql {
  return sql`
    SELECT bookmark.thread_id::text AS key
    FROM bookmarks bookmark JOIN threads t ON t.id = bookmark.thread_id
      JOIN users author ON author.id = t.author_id
    WHERE bookmark.user_id = ${userId}::uuid AND bookmark.thread_id > ${after}::uuid
      AND t.deleted_at IS NULL AND ${canSee(userId, { thread: sql`t`, author: sql`author` })}
    ORDER BY bookmark.thread_id LIMIT ${pageSize}`;
}
