import { hashtagUsesMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { isLocal, isPublicThread } from '../../../domain/visibility.queries.ts';
import type { TrendSources } from './excluded-hashtags.queries.ts';

const { sql } = Prisma;

const trendsMax = 20;

export interface HashtagTrend {
  id: string;
  tag: string;
  recentCount: number;
}

/**
 * Tags that more users have used in the last day than on an average day of the week before. Each user
 * counts once, by their last use, with a half-life of eight hours.
 * @param fromId The lowest thread id of the last eight days.
 */
export function findTrendingHashtags(
  tx: Transaction,
  fromId: string,
  { excluded, listsRemote }: TrendSources,
): Promise<HashtagTrend[]> {
  return tx.query<HashtagTrend>(sql`
    WITH used AS MATERIALIZED (
      SELECT hashtag_id, thread_id FROM thread_hashtags WHERE thread_id >= ${fromId}::uuid
    ), tag_user AS (
      SELECT link.hashtag_id, thread.author_id, max(thread.created_at) AS last_use,
        count(*) FILTER (WHERE ${isRecent}) AS uses,
        count(DISTINCT thread.created_at::date) FILTER (WHERE NOT ${isRecent}) AS days_before
      FROM used link JOIN threads thread ON thread.id = link.thread_id
        JOIN users author ON author.id = thread.author_id AND ${listsRemote ? sql`true` : isLocal(sql`author`)}
      WHERE ${isPublicThread(sql`thread`)}
      GROUP BY link.hashtag_id, thread.author_id
    ), trend AS (
      SELECT hashtag_id, sum(uses)::int AS recent_count, count(*) AS users,
        sum(0.5::float8 ^ (extract(epoch FROM now() - last_use)::float8 / 3600 / 8)) AS score
      FROM tag_user WHERE uses > 0
      GROUP BY hashtag_id
    ), usual AS (
      SELECT hashtag_id, sum(days_before) / 7 AS users FROM tag_user GROUP BY hashtag_id
    )
    SELECT tag.id, tag.tag, trend.recent_count AS "recentCount"
    FROM trend JOIN usual USING (hashtag_id) JOIN hashtags tag ON tag.id = trend.hashtag_id
    WHERE tag.tag <> ALL (${[...excluded]})
    ORDER BY trend.score * trend.users / (usual.users + 1) DESC, tag.tag
    LIMIT ${trendsMax}::int`);
}

/** Counts the public threads with a tag, up to `hashtagUsesMax`. */
export async function countPublicUses(tx: Transaction, hashtagId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM thread_hashtags link JOIN threads thread ON thread.id = link.thread_id
      WHERE link.hashtag_id = ${hashtagId}::uuid AND ${isPublicThread(sql`thread`)} LIMIT ${hashtagUsesMax}::int
    ) use`);
  return row?.count ?? 0;
}

const isRecent = sql`thread.created_at > now() - interval '1 day'`;
