import type { MyThreadsStats } from '@skein/contracts/feed';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/**
 * Statistics of everything that a user has published, including replies to threads that they can no
 * longer see.
 */
export async function readStats(database: Database, userId: string): Promise<MyThreadsStats> {
  const [stats] = await database.query<MyThreadsStats>(sql`
    SELECT count(*)::int AS "totalPosts",
      count(*) FILTER (WHERE reply_permission = 'ANYONE')::int AS "publicPosts",
      count(*) FILTER (WHERE reply_permission <> 'ANYONE')::int AS "privatePosts",
      coalesce(sum(likes_count), 0)::float8 AS "totalLikes"
    FROM threads WHERE author_id = ${userId}::uuid AND deleted_at IS NULL`);
  return stats ?? { totalPosts: 0, publicPosts: 0, privatePosts: 0, totalLikes: 0 };
}
