import { Prisma } from '@skein/db';
import { windowFor } from '../../platform/window-sizes.ts';
import { canSee, isMuted } from '../../platform/visibility.queries.ts';
import { selectSkippedUsers, selectUnlistedUsers } from '../users/index.ts';

const { sql } = Prisma;

const withAuthor = sql`JOIN threads thread ON thread.id = entry.key
  JOIN users author ON author.id = thread.author_id`;

/**
 * Rows for the hydrator: every thread and quote that the viewer may see, newest first. The listed ones
 * come from an index that holds none of private or suspended users (see `selectUnlistedUsers`), the
 * others from an index by user, of which only those newer than the last listed one are read.
 */
export function selectAllFeed(
  viewerId: string,
  options: { below: string; skip: number; take: number },
): Prisma.Sql {
  // Written out, not bound: the planner must know how few rows are wanted.
  const rows = Prisma.raw(String(windowFor(options.skip + options.take)));
  const below = sql`${options.below}::uuid`;
  return sql`
    WITH skipped AS MATERIALIZED (${selectSkippedUsers(viewerId)}),
    apart AS MATERIALIZED (${selectUnlistedUsers(viewerId)}),
    listed AS MATERIALIZED (
      SELECT entry.key
      FROM feed_entries entry ${withAuthor}
      WHERE entry.key < ${below} AND entry.is_listed AND entry.key = entry.thread_id
        AND entry.actor_id NOT IN (SELECT id FROM skipped)
        AND ${isVisible(viewerId)}
      ORDER BY entry.key DESC LIMIT ${rows}
    ), bound AS MATERIALIZED (
      SELECT coalesce((SELECT key FROM listed ORDER BY key DESC OFFSET ${rows} - 1 LIMIT 1),
        '00000000-0000-0000-0000-000000000000'::uuid) AS key
    ), unlisted AS MATERIALIZED (
      SELECT theirs.key FROM apart CROSS JOIN LATERAL (
        SELECT entry.key
        FROM feed_entries entry ${withAuthor}
        WHERE entry.actor_id = apart.id AND NOT entry.is_listed AND entry.key = entry.thread_id
          AND entry.key < ${below} AND entry.key > (SELECT key FROM bound)
          AND ${isVisible(viewerId)}
        ORDER BY entry.key DESC LIMIT ${rows}
      ) theirs
    )
    SELECT shown.key AS thread_id, row_number() OVER (ORDER BY shown.key DESC)::int AS position,
      shown.key, NULL::uuid AS reposter_id
    FROM (
      SELECT key FROM listed UNION ALL SELECT key FROM unlisted ORDER BY key DESC LIMIT ${rows}
    ) shown
    ORDER BY shown.key DESC OFFSET ${options.skip}::int LIMIT ${options.take}::int`;
}

function isVisible(viewerId: string): Prisma.Sql {
  return sql`thread.root_id IS NULL AND thread.deleted_at IS NULL
    AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}
    AND NOT ${isMuted(viewerId, sql`author.id`)}`;
}
