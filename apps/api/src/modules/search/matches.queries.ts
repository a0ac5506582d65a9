import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeThreadsOf, isMuted, isPublic } from '../../platform/visibility.queries.ts';
import { selectUnlistedUsers } from '../users/index.ts';

const { sql } = Prisma;

/** How many positions share a mark `in:N`. The migrations say the same. */
export const bucketSize = 8192;

/** What threads are asked for. */
export interface MatchFilter {
  /** As PostgreSQL reads a `tsquery`; null where any text will do. */
  query: string | null;
  /** Ids of threads that were made from the one moment on, and before the other. */
  fromId: string;
  belowId: string;
}

/** Positions from the first on, below the second. */
export interface Span {
  from: number;
  below: number;
}

/** Users with unlisted threads that the viewer may see, and perhaps others. */
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
 * The positions that threads of the time of a filter have, and some more.
 * @param afterId Only positions below that of this thread; null for all.
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

// Two threads of about the same moment may stand in either order.
const disorderMax = 1000;

/** Of a thread; if it was deleted since, of the next one. */
function positionOf(id: string | null): Prisma.Sql {
  if (id === null) return sql`NULL`;
  return sql`coalesce((SELECT position FROM search_documents WHERE thread_id = ${id}::uuid)::float8,
    ${firstPosition(id)})`;
}

/** Of the first thread with this id or a higher one. */
function firstPosition(id: string): Prisma.Sql {
  return sql`coalesce((SELECT position FROM search_documents
    WHERE thread_id >= ${id}::uuid ORDER BY thread_id LIMIT 1), last.next)::float8`;
}

/**
 * How many threads of a span match and are visible to the viewer, and at least one of the newest of
 * them. People are asked about once each, however many threads they wrote: a thread that is not
 * deleted is visible where its author is, and the author of the thread above it (`canSee`;
 * a test holds the two together).
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

/** For `readMatches`; of its own for the test of its plan. */
export function matchStatement(
  viewerId: string,
  filter: MatchFilter,
  { span, keep }: { span: Span; keep: number },
): Prisma.Sql {
  // Step by step, and with sets that are looked up in instead of joins: the planner knows neither how
  // common a word is nor how much a span holds, and takes every one of these for a handful of rows.
  return sql`
    WITH matched AS MATERIALIZED (
      SELECT position, thread_id, author_id, root_author_id FROM search_documents
      WHERE ${isMatch(filter.query, span)}
    ), wanted AS MATERIALIZED (
      SELECT position, thread_id, author_id, root_author_id FROM matched
      WHERE position >= ${span.from}::bigint AND position < ${span.below}::bigint
        AND thread_id >= ${filter.fromId}::uuid AND thread_id < ${filter.belowId}::uuid
    ), possibly_hidden AS MATERIALIZED (
      SELECT person.id, ${canSeeThreadsOf(viewerId, sql`person`)} AS is_visible,
        ${isMuted(viewerId, sql`person.id`)} AS is_muted
      FROM users person
      WHERE person.id IN (SELECT author_id FROM wanted UNION SELECT root_author_id FROM wanted)
        AND ${mayBeHidden(viewerId, sql`person`)}
    ), visible AS MATERIALIZED (
      SELECT position, thread_id FROM wanted
      WHERE author_id NOT IN (SELECT id FROM possibly_hidden WHERE NOT is_visible OR is_muted)
        AND (root_author_id IS NULL
          OR root_author_id NOT IN (SELECT id FROM possibly_hidden WHERE NOT is_visible))
    )
    SELECT thread_id AS "threadId", (SELECT count(*) FROM visible)::int AS total
    FROM visible ORDER BY visible.position DESC LIMIT ${Math.max(keep, 1)}::int`;
}

/** Whether there is anything for which the viewer might not be shown what a person writes. */
function mayBeHidden(viewerId: string, person: Prisma.Sql): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  return sql`(NOT ${isPublic(person)}
    OR ${person}.id IN (
      SELECT blocked_id FROM blocks WHERE blocker_id = ${viewer}
      UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewer}
      UNION ALL SELECT muted_id FROM mutes WHERE muter_id = ${viewer}))`;
}

function isMatch(query: string | null, { from, below }: Span): Prisma.Sql {
  if (query === null) return sql`position >= ${from}::bigint AND position < ${below}::bigint`;
  return sql`document @@ ${query}::tsquery`;
}
