import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { hasExcludedHashtag } from './excluded-hashtags.queries.ts';
import type { TrendSources } from './excluded-hashtags.queries.ts';
import { isListedAudience, isLocal, isPublic } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

const trendsMax = 200;
// The threads with the highest counters, and the number of users counted for each.
const candidatesMax = 600;
const countedMax = 1000;

/**
 * Public threads and quotes that most users liked, reacted to, reposted, replied to or quoted. Each user
 * counts once, the author not at all. The half-life is one day.
 * @param fromId The lowest thread id of the last seven days.
 */
export function findTrendingThreads(
  tx: Transaction,
  fromId: string,
  { excluded, listsRemote }: TrendSources,
): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(sql`
    WITH candidate AS MATERIALIZED (
      SELECT thread.id, thread.author_id, ${decay} AS decay
      FROM threads thread JOIN users author ON author.id = thread.author_id
      WHERE thread.id >= ${fromId}::uuid AND thread.root_id IS NULL AND thread.deleted_at IS NULL
        AND ${isListedAudience(sql`thread`)}
        AND ${listsRemote ? sql`true` : isLocal(sql`author`)} AND ${isPublic(sql`author`)} AND NOT ${hasExcludedHashtag(sql`thread.id`, excluded)}
      ORDER BY (thread.likes_count + thread.reposts_count + thread.replies_count
        + thread.quotes_count + CASE WHEN thread.reaction_counts <> '{}' THEN 1 ELSE 0 END) * ${decay}
        DESC, thread.id DESC
      LIMIT ${candidatesMax}::int
    )
    SELECT candidate.id
    FROM candidate CROSS JOIN LATERAL (
      SELECT count(*) AS count FROM (
        ${limited(sql`user_id AS id FROM likes WHERE thread_id = candidate.id`)}
        UNION ${limited(sql`user_id FROM reactions WHERE thread_id = candidate.id`)}
        UNION ${limited(sql`user_id FROM reposts WHERE thread_id = candidate.id`)}
        UNION ${limited(sql`author_id FROM threads WHERE parent_id = candidate.id AND ${isVisible}`)}
        UNION ${limited(sql`author_id FROM threads WHERE quoted_id = candidate.id AND ${isVisible}`)}
      ) engaged
      WHERE engaged.id <> candidate.author_id
    ) users
    WHERE users.count > 0
    ORDER BY users.count * candidate.decay DESC, candidate.id DESC
    LIMIT ${trendsMax}::int`);
}

// Powers of numeric values take a hundred times as long as of float8.
const decay = sql`0.5::float8 ^ (extract(epoch FROM now() - thread.created_at)::float8 / 3600 / 24)`;

/** Whether a thread exists, is public, and its author is. */
const isVisible = sql`deleted_at IS NULL AND ${isListedAudience(sql`threads`)} AND EXISTS (SELECT FROM users author
  WHERE author.id = author_id AND ${isPublic(sql`author`)})`;

function limited(rows: Prisma.Sql): Prisma.Sql {
  return sql`(SELECT ${rows} LIMIT ${countedMax}::int)`;
}
