import { strikeActions } from '@skein/contracts/administration';
import type { AuditEntry } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { IdRange } from '../../platform/read-page.ts';
import { userJson } from './user-json.queries.ts';

const { sql } = Prisma;

interface AuditRow extends Omit<AuditEntry, 'createdAt' | 'isCommandLine' | 'reason'> {
  createdAt: Date;
}

/** The actions on accounts whose moderator stays anonymous to the user. */
const anonymousActions = [...strikeActions, 'lift', 'uphold_strike', 'unsuspend'];

/** Usernames and an action; empty ones filter nothing. */
export interface AuditFilter {
  actor: string;
  person: string;
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
  { afterId, skip, take }: IdRange,
): Promise<AuditEntry[]> {
  const rows = await database.$queryRaw<AuditRow[]>(sql`
    SELECT entry.id, entry.action, entry.created_at AS "createdAt",
      entry.target_type AS "targetType", entry.target_id AS "targetId", entry.details,
      CASE WHEN ${isAnonymous(viewerId)} THEN NULL ELSE ${userJson(sql`actor`)} END AS actor, ${userJson(sql`person`)} AS person
    FROM audit_entries entry
      LEFT JOIN users actor ON actor.id = entry.actor_id
      LEFT JOIN users person ON person.deleted_at IS NULL AND person.id =
        CASE entry.target_type WHEN 'user' THEN entry.target_id
          WHEN 'thread' THEN (entry.details->>'authorId')::uuid END
    WHERE (${afterId}::uuid IS NULL OR entry.id < ${afterId}::uuid) AND ${matches(filter, viewerId)}
    ORDER BY entry.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
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

/** Only accounts that exist are found. Entries whose actor is hidden are not found by it. */
function matches({ actor, person, action }: AuditFilter, viewerId: string | null): Prisma.Sql {
  const isNamed = (user: Prisma.Sql, name: string) =>
    sql`${user}.username = ${name.trim().replace(/^@/, '').toLowerCase()}`;
  const conditions = [sql`true`];
  if (action !== '') conditions.push(sql`entry.action = ${action}`);
  if (person.trim() !== '') conditions.push(isNamed(sql`person`, person));
  if (actor.trim() !== '') {
    conditions.push(isNamed(sql`actor`, actor), sql`${isAnonymous(viewerId)} IS NOT TRUE`);
  }
  return Prisma.join(conditions, ' AND ');
}

/** NULL is not true: entries without a person are not anonymous. */
function isAnonymous(viewerId: string | null): Prisma.Sql {
  return sql`(person.id = ${viewerId}::uuid AND entry.actor_id <> person.id
    AND entry.action = ANY (${anonymousActions}))`;
}
