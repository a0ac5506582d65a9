import { strikeActions } from '@skein/contracts/administration';
import type { AuditEntry } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { IdRange } from '../../../platform/read-page.ts';
import { findIdByUsername } from '../accounts/user-ids.queries.ts';
import { userJson } from '../accounts/user-json.queries.ts';

const { sql } = Prisma;

interface AuditRow extends Omit<AuditEntry, 'createdAt' | 'isCommandLine' | 'reason'> {
  createdAt: Date;
}

/** The actions on accounts whose moderator stays anonymous to the user. */
const anonymousActions = [...strikeActions, 'lift', 'uphold_strike', 'unsuspend'];

/** Usernames and an action; empty ones filter nothing. */
export interface AuditFilter {
  actor: string;
  user: string;
  action: string;
}

interface AuditSelection {
  /** Does not learn who acted on the own account. Null for the command line. */
  viewerId: string | null;
  filter: AuditFilter;
}

/** The audit log, the latest first. */
export async function readAuditEntries(
  database: Database,
  { viewerId, filter }: AuditSelection,
  range: IdRange,
): Promise<AuditEntry[]> {
  const conditions = await readConditions(database, filter, viewerId);
  if (conditions === null) return [];
  const rows = await database.query<AuditRow>(sql`
    SELECT entry.id, entry.action, entry.created_at AS "createdAt",
      entry.target_type AS "targetType", entry.target_id AS "targetId", entry.details,
      CASE WHEN ${isAnonymous(viewerId)} THEN NULL ELSE ${userJson(sql`actor`)} END AS actor,
      ${userJson(sql`subject`)} AS "user", report.reason AS "reportReason"
    FROM (${selectPage(conditions, range)}) entry
      LEFT JOIN users actor ON actor.id = entry.actor_id
      LEFT JOIN reports report ON entry.target_type = 'report' AND report.id = entry.target_id
        AND report.person_id IS DISTINCT FROM ${viewerId}::uuid
      LEFT JOIN users subject
        ON subject.deleted_at IS NULL AND subject.id = COALESCE(${subjectId}, report.person_id)
    ORDER BY entry.id DESC`);
  return rows.map(({ createdAt, details, ...row }) => {
    const { reason, by, ...others } = details;
    return {
      ...row,
      createdAt: createdAt.toISOString(),
      isCommandLine: by === 'command line',
      reason: typeof reason === 'string' ? reason : null,
      details: by === 'server' ? { ...others, by } : others,
    };
  });
}

/** The account that was changed, or the author of the thread. */
const subjectId = sql`CASE entry.target_type WHEN 'user' THEN entry.target_id
  WHEN 'thread' THEN (entry.details->>'authorId')::uuid END`;

interface Conditions {
  every: Prisma.Sql;
  /** Null for entries about all accounts. */
  userId: string | null;
}

/** Null if a named user does not exist. */
async function readConditions(
  database: Database,
  { actor, user, action }: AuditFilter,
  viewerId: string | null,
): Promise<Conditions | null> {
  const conditions = [sql`true`];
  if (action !== '') conditions.push(sql`entry.action = ${action}`);
  if (actor.trim() !== '') {
    const id = await findIdByUsername(database, actor);
    if (id === null) return null;
    // Entries whose actor is hidden are not found by it.
    conditions.push(sql`entry.actor_id = ${id}::uuid AND ${isAnonymous(viewerId)} IS NOT TRUE`);
  }
  const userId = user.trim() === '' ? null : await findIdByUsername(database, user);
  if (userId === null && user.trim() !== '') return null;
  return { every: Prisma.join(conditions, ' AND '), userId };
}

function selectPage({ every, userId }: Conditions, { afterId, skip, take }: IdRange): Prisma.Sql {
  const select = (condition: Prisma.Sql, limit: Prisma.Sql) => sql`
    SELECT * FROM audit_entries entry
    WHERE ${condition} AND (${afterId}::uuid IS NULL OR entry.id < ${afterId}::uuid) AND ${every}
    ORDER BY id DESC ${limit}`;
  const page = sql`OFFSET ${skip}::int LIMIT ${take}::int`;
  if (userId === null) return select(sql`true`, page);
  // Two indexes, each in order.
  const limit = sql`LIMIT ${skip + take}::int`;
  return sql`
    SELECT * FROM (
      (${select(sql`entry.target_type = 'user' AND entry.target_id = ${userId}::uuid`, limit)})
      UNION ALL
      (${select(sql`entry.target_type = 'thread' AND entry.details->>'authorId' = ${userId}`, limit)})
    ) entry ORDER BY id DESC ${page}`;
}

/** NULL is not true: entries without a user are not anonymous. */
function isAnonymous(viewerId: string | null): Prisma.Sql {
  return sql`(${subjectId} = ${viewerId}::uuid AND entry.actor_id <> ${viewerId}::uuid
    AND entry.action = ANY (${anonymousActions}))`;
}
