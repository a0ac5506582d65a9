import { Prisma } from '@skein/db';
import { lowestIdAt } from '../../../platform/ids.ts';
import { canSeeThreadsBy, selectMutedUsers } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** The newest threads of each followee that are compared. */
const comparedPerFollowee = 20;

/**
 * Rows for the hydrator: the threads of followees since a time with the most likes and reposts, at least
 * one.
 */
export function selectPopularThreads(
  viewerId: string,
  { since, take }: { since: Date; take: number },
): Prisma.Sql {
  return sql`
    SELECT thread_id, row_number() OVER (ORDER BY score DESC, thread_id DESC)::int AS position,
      NULL::text AS key, NULL::uuid AS reposter_id
    FROM (
      SELECT recent.id AS thread_id, recent.likes_count + recent.reposts_count AS score
      FROM follows JOIN users author ON author.id = follows.followee_id
      CROSS JOIN LATERAL (
        SELECT id, likes_count, reposts_count FROM threads
        WHERE author_id = author.id AND id >= ${lowestIdAt(since.getTime())}::uuid
          AND root_id IS NULL AND deleted_at IS NULL AND audience <> 'mentioned'
        ORDER BY id DESC LIMIT ${comparedPerFollowee}::int
      ) recent
      WHERE follows.follower_id = ${viewerId}::uuid
        AND ${canSeeThreadsBy(viewerId, sql`author`)}
        AND author.id NOT IN (${selectMutedUsers(viewerId)})
        AND recent.likes_count + recent.reposts_count > 0
      ORDER BY score DESC, thread_id DESC LIMIT ${take}::int
    ) popular`;
}
