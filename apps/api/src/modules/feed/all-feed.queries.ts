import { Prisma } from '@skein/db';
import { windowFor } from '../../platform/window-sizes.ts';
import { canSeeThreadsBy, isListedAudience, isLocal } from '../../domain/visibility.queries.ts';
import { selectSkippedUsers, selectUnlistedUsers } from '../users/index.ts';

const { sql } = Prisma;

const withAuthor = sql`JOIN threads thread ON thread.id = entry.key
  JOIN users author ON author.id = thread.author_id`;

/**
 * Rows for the hydrator: all public threads and quotes of this server, and by setting of others, that the viewer may
 * see, newest first. Listed ones come from an index without threads of private and suspended users (see
 * `selectUnlistedUsers`). Unlisted ones come from an index by user, and only if they are newer than the last listed
 * one.
 */
export function selectAllFeed(
  viewerId: string,
  options: { below: string; skip: number; take: number; listsRemote: boolean },
): Prisma.Sql {
  // A constant, not a parameter: PostgreSQL must know that few rows are requested.
  const rows = Prisma.raw(String(windowFor(options.skip + options.take)));
  const below = sql`${options.below}::uuid`;
  return sql`
    WITH skipped AS MATERIALIZED (${selectSkippedUsers(viewerId)}),
    unlisted_users AS MATERIALIZED (${selectUnlistedUsers(viewerId)}),
    listed AS MATERIALIZED (
      SELECT entry.key
      FROM feed_entries entry ${withAuthor}
      WHERE entry.key < ${below} AND entry.is_listed AND entry.key = entry.thread_id
        AND entry.actor_id NOT IN (SELECT id FROM skipped)
        AND ${isVisible(viewerId, options.listsRemote)}
      ORDER BY entry.key DESC LIMIT ${rows}
    ), bound AS MATERIALIZED (
      SELECT coalesce((SELECT key FROM listed ORDER BY key DESC OFFSET ${rows} - 1 LIMIT 1),
        '00000000-0000-0000-0000-000000000000'::uuid) AS key
    ), unlisted AS MATERIALIZED (
      SELECT newest.key FROM unlisted_users CROSS JOIN LATERAL (
        SELECT entry.key
        FROM feed_entries entry ${withAuthor}
        WHERE entry.actor_id = unlisted_users.id AND NOT entry.is_listed AND entry.key = entry.thread_id
          AND entry.key < ${below} AND entry.key > (SELECT key FROM bound)
          AND ${isVisible(viewerId, options.listsRemote)}
        ORDER BY entry.key DESC LIMIT ${rows}
      ) newest
      WHERE unlisted_users.id NOT IN (SELECT id FROM skipped)
    )
    SELECT entries.key AS thread_id, row_number() OVER (ORDER BY entries.key DESC)::int AS position,
      entries.key, NULL::uuid AS reposter_id
    FROM (
      SELECT key FROM listed UNION ALL SELECT key FROM unlisted ORDER BY key DESC LIMIT ${rows}
    ) entries
    ORDER BY entries.key DESC OFFSET ${options.skip}::int LIMIT ${options.take}::int`;
}

/** Apart from muted users, who are among the skipped ones. */
function isVisible(viewerId: string, listsRemote: boolean): Prisma.Sql {
  return sql`thread.root_id IS NULL AND thread.deleted_at IS NULL AND ${isListedAudience(sql`thread`)}
    ${listsRemote ? Prisma.empty : sql`AND ${isLocal(sql`author`)}`} AND ${canSeeThreadsBy(viewerId, sql`author`)}`;
}
