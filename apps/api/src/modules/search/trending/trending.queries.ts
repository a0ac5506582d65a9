import { Prisma } from '@skein/db';
import { canSee, isMuted } from '../../../platform/visibility.queries.ts';
import type { Timeline } from '../../feed/index.ts';

const { sql } = Prisma;

/** The threads that trend, as far as the viewer may see them. Its place is a rank. */
export function trendingTimeline(viewerId: string): Timeline<number> {
  return {
    name: 'trending',
    top: 0,
    parseKey: (key) => (/^\d{1,6}$/.test(key) ? Number(key) : null),
    select: ({ below, skip, take }) => sql`
      SELECT trend.thread_id, trend.rank AS position, trend.rank AS key, NULL::uuid AS reposter_id
      FROM trending_threads trend JOIN threads thread ON thread.id = trend.thread_id
        JOIN users author ON author.id = thread.author_id
      WHERE trend.rank > ${below}::int AND thread.deleted_at IS NULL
        AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}
        AND NOT ${isMuted(viewerId, sql`author.id`)}
      ORDER BY trend.rank OFFSET ${skip}::int LIMIT ${take}::int`,
  };
}
