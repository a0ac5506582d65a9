import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import {
  canSeeThreadsOf,
  isMuted,
  isPublic,
  selectBlockedUsers,
  selectMutedUsers,
} from '../../platform/visibility.queries.ts';
import { selectUnlistedUsers } from '../users/index.ts';

const { sql } = Prisma;

/** The number of positions that share a bucket, which is the lexeme `in:N`. Also in the migrations. */
export const bucketSize = 8192;

/** The conditions of a search. */
export interface MatchFilter {
  /** A `tsquery`; null for any text. */
  query: string | null;
  /** Ids with the start time (inclusive) and the end time (exclusive). */
  fromId: string;
  belowId: string;
}

/** A range of positions: `from` is inclusive, `below` exclusive. */
export interface Span {
  from: number;
  below: number;
}

/** Ids of users with unlisted threads that the viewer may see; may include others. */
export async function listUnlistedUsers(
  database: Database,
  viewerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM (${selectUnlistedUsers(viewerId)}) unlisted LIMIT ${limit}::int`;
  return rows.map(({ id }) => id);
}

/**
 * The positions of the threads in the time range of a filter, with a margin.
 * @param afterId Only positions below the position of this thread; null for all.
 */
export async function readSpan(
  database: Database,
  { fromId, belowId }: Pick<MatchFilter, 'fromId' | 'belowId'>,
  afterId: string | null,
): Promise<Span> {
  const [row] = await database.$queryRaw<Span[]>`
    SELECT ${firstPosition(fromId)} - ${disorderMax}::int AS from,
      least(${firstPosition(belowId)} + ${disorderMax}::int, ${positionOf(afterId)}) AS below
    FROM (SELECT coalesce(max(position), 0) + 1 AS next FROM search_documents) last`;
  return row ?? { from: 0, below: 0 };
}

// The positions of threads created at about the same time may be in any order.
const disorderMax = 1000;

/** The position of a thread; if it has been deleted, of the next one. */
function positionOf(id: string | null): Prisma.Sql {
  if (id === null) return sql`NULL`;
  return sql`coalesce((SELECT position FROM search_documents WHERE thread_id = ${id}::uuid)::float8,
    ${firstPosition(id)})`;
}

/** The position of the first thread with this id or a higher one. */
function firstPosition(id: string): Prisma.Sql {
  return sql`coalesce((SELECT position FROM search_documents
    WHERE thread_id >= ${id}::uuid ORDER BY thread_id LIMIT 1), last.next)::float8`;
}

/**
 * Counts the threads of a span that match and are visible to the viewer, and returns the newest. It
 * checks each author once, regardless of the number of threads: a thread is visible if its author and
 * the author of its root are (see `canSee`; a test compares the two).
 */
export async function readMatches(
  database: Database,
  viewerId: string,
  filter: MatchFilter,
  options: { span: Span; keep: number },
): Promise<{ total: number; newest: string[] }> {
  const rows = await database.$queryRaw<{ threadId: string; total: number }[]>(
    matchStatement(viewerId, filter, options),
  );
  return { total: rows[0]?.total ?? 0, newest: rows.map(({ threadId }) => threadId) };
}

/** Exported for the query plan test. */
export function matchStatement(
  viewerId: string,
  filter: MatchFilter,
  { span, keep }: { span: Span; keep: number },
): Prisma.Sql {
  // Materialized steps and hashed subqueries instead of joins: PostgreSQL cannot estimate how common a
  // word is or how many threads a span contains, and would expect a few rows.
  return sql`
    WITH matched AS MATERIALIZED (
      SELECT position, thread_id, author_id, root_author_id FROM search_documents
      WHERE ${isMatch(filter.query, span)}
    ), in_span AS MATERIALIZED (
      SELECT position, thread_id, author_id, root_author_id FROM matched
      WHERE position >= ${span.from}::bigint AND position < ${span.below}::bigint
        AND thread_id >= ${filter.fromId}::uuid AND thread_id < ${filter.belowId}::uuid
    ), possibly_hidden AS MATERIALIZED (
      SELECT account.id, ${canSeeThreadsOf(viewerId, sql`account`)} AS is_visible,
        ${isMuted(viewerId, sql`account.id`)} AS is_muted
      FROM users account
      WHERE account.id IN (SELECT author_id FROM in_span UNION SELECT root_author_id FROM in_span)
        AND ${mayBeHidden(viewerId, sql`account`)}
    ), visible AS MATERIALIZED (
      SELECT position, thread_id FROM in_span
      WHERE author_id NOT IN (SELECT id FROM possibly_hidden WHERE NOT is_visible OR is_muted)
        AND (root_author_id IS NULL
          OR root_author_id NOT IN (SELECT id FROM possibly_hidden WHERE NOT is_visible))
    )
    SELECT thread_id AS "threadId", (SELECT count(*) FROM visible)::int AS total
    FROM visible ORDER BY visible.position DESC LIMIT ${Math.max(keep, 1)}::int`;
}

/** Whether the viewer may be unable to see the threads of a user. */
function mayBeHidden(viewerId: string, account: Prisma.Sql): Prisma.Sql {
  return sql`(NOT ${isPublic(account)}
    OR ${account}.id IN (${selectBlockedUsers(viewerId)} UNION ALL ${selectMutedUsers(viewerId)}))`;
}

function isMatch(query: string | null, { from, below }: Span): Prisma.Sql {
  if (query === null) return sql`position >= ${from}::bigint AND position < ${below}::bigint`;
  return sql`document @@ ${query}::tsquery`;
}
