import type { Import } from '@skein/contracts/imports';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { canSeeProfile } from '../../domain/visibility.queries.ts';
import { selectIdsByUsernames } from '../users/index.ts';
import type { ParsedRow } from './reading/parse-csv.ts';

const { sql } = Prisma;

/** Usernames per statement. */
const batchSize = 1000;

/** An account as the importing user sees it. */
export interface ImportedAccount {
  id: string;
  /** The user already follows, blocks or mutes it, or has sent a follow request. */
  isListed: boolean;
}

/** Whether a user already has an account in what an import adds to; in a list, it is only checked later. */
function isListed(userId: string, kind: Import['kind']): Prisma.Sql {
  const user = sql`${userId}::uuid`;
  switch (kind) {
    case 'follows':
      return sql`(EXISTS (SELECT FROM follows WHERE follower_id = ${user} AND followee_id = account.id)
        OR EXISTS (SELECT FROM follow_requests WHERE requester_id = ${user}
          AND target_id = account.id AND status = 'pending'))`;
    case 'blocks':
      return sql`EXISTS (SELECT FROM blocks WHERE blocker_id = ${user} AND blocked_id = account.id)`;
    case 'mutes':
      return sql`EXISTS (SELECT FROM mutes WHERE muter_id = ${user} AND muted_id = account.id)`;
    case 'lists':
      return sql`false`;
  }
}

/** Accounts by their present or former usernames, without those that the user may not see. */
export async function findAccounts(
  database: Database,
  { userId, kind }: { userId: string; kind: Import['kind'] },
  usernames: readonly string[],
): Promise<Map<string, ImportedAccount>> {
  const found = new Map<string, ImportedAccount>();
  for (let start = 0; start < usernames.length; start += batchSize) {
    const batch = usernames.slice(start, start + batchSize);
    const rows = await database.query<ImportedAccount & { username: string }>(sql`
      SELECT named.username, account.id, ${isListed(userId, kind)} AS "isListed"
      FROM (${selectIdsByUsernames(batch)}) named JOIN users account ON account.id = named.id
      WHERE ${canSeeProfile(userId, sql`account`)}`);
    for (const { username, ...account } of rows) found.set(username, account);
  }
  return found;
}

/** Undefined if the user may not see it. */
export async function findAccountById(
  database: Database,
  { userId, kind }: { userId: string; kind: Import['kind'] },
  id: string,
): Promise<ImportedAccount | undefined> {
  const [row] = await database.query<ImportedAccount>(sql`
    SELECT account.id, ${isListed(userId, kind)} AS "isListed" FROM users account
    WHERE account.id = ${id}::uuid AND ${canSeeProfile(userId, sql`account`)}`);
  return row;
}

/** Counts what overwriting would remove: what the user has and the rows with an account do not contain. */
export async function countRemovals(
  database: Database,
  { userId, kind }: { userId: string; kind: Import['kind'] },
  rows: readonly (ParsedRow & { accountId: string | null })[],
): Promise<number> {
  const kept = rows.flatMap(({ accountId, listName }) =>
    accountId === null ? [] : [{ accountId, listName: listName ?? '' }],
  );
  const [row] = await database.query<{ count: number }>(sql`
    SELECT count(*)::int FROM (${selectListed(userId, kind)}) listed
      JOIN users account ON account.id = listed.id
    WHERE ${isRemovable(userId)} AND NOT EXISTS (
      SELECT FROM unnest(${kept.map(({ accountId }) => accountId)}::uuid[],
        ${kept.map(({ listName }) => listName)}::text[]) AS kept (id, list_name)
      WHERE kept.id = listed.id AND kept.list_name = listed.list_name)`);
  return row?.count ?? 0;
}

/** Overwriting keeps accounts that the user may not see: neither exports nor imports contain them. */
function isRemovable(userId: string): Prisma.Sql {
  return canSeeProfile(userId, sql`account`);
}

/** Selects `id`, `list_name` and `created_at` of everything that an import of this kind changes. */
function selectListed(userId: string, kind: Import['kind']): Prisma.Sql {
  const user = sql`${userId}::uuid`;
  switch (kind) {
    case 'follows':
      return sql`SELECT followee_id AS id, '' AS list_name, created_at FROM follows
        WHERE follower_id = ${user}`;
    case 'blocks':
      return sql`SELECT blocked_id AS id, '' AS list_name, created_at FROM blocks
        WHERE blocker_id = ${user}`;
    case 'mutes':
      return sql`SELECT muted_id AS id, '' AS list_name, created_at FROM mutes
        WHERE muter_id = ${user}`;
    case 'lists':
      return sql`SELECT member.user_id AS id, list.name AS list_name, member.created_at
        FROM user_list_members member JOIN user_lists list ON list.id = member.list_id
        WHERE list.owner_id = ${user}`;
  }
}

/**
 * Accounts to remove, in order of their ids: what the user had before the import started and the file does
 * not contain. Not for lists.
 */
export async function listRemovals(
  database: Database,
  {
    id,
    userId,
    kind,
    startedAt,
    examinedUntil,
  }: {
    id: string;
    userId: string;
    kind: Import['kind'];
    startedAt: Date | null;
    examinedUntil: string;
  },
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT listed.id FROM (${selectListed(userId, kind)}) listed
      JOIN users account ON account.id = listed.id
    WHERE ${isRemovable(userId)} AND listed.id > ${examinedUntil}::uuid AND listed.created_at <= ${startedAt}
      AND NOT EXISTS (SELECT FROM import_rows kept
        WHERE kept.import_id = ${id}::uuid AND kept.account_id = listed.id)
    ORDER BY listed.id LIMIT ${limit}::int`);
  return rows.map((row) => row.id);
}

/** Removes members and lists that the file does not contain. Limits per user keep them few. */
export async function removeListed(
  tx: Transaction,
  { id, userId, startedAt }: { id: string; userId: string; startedAt: Date | null },
): Promise<number> {
  const removed = await tx.execute(sql`
    DELETE FROM user_list_members member USING user_lists list, users account
    WHERE list.id = member.list_id AND list.owner_id = ${userId}::uuid
      AND account.id = member.user_id AND ${isRemovable(userId)}
      AND member.created_at <= ${startedAt}
      AND NOT EXISTS (SELECT FROM import_rows kept WHERE kept.import_id = ${id}::uuid
        AND kept.account_id = member.user_id AND kept.list_name = list.name)`);
  await tx.execute(sql`
    DELETE FROM user_lists list
    WHERE list.owner_id = ${userId}::uuid AND list.created_at <= ${startedAt}
      AND NOT EXISTS (SELECT FROM import_rows kept
        WHERE kept.import_id = ${id}::uuid AND kept.list_name = list.name)
      AND NOT EXISTS (SELECT FROM user_list_members member WHERE member.list_id = list.id)`);
  return removed;
}
