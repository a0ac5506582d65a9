import { featuredHashtagsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lockAccounts } from '../../users/index.ts';

const { sql } = Prisma;

/** Limits the time of counting for authors of very many threads. */
const countedThreadsMax = 2000;

export interface FeaturedHashtag {
  id: string;
  tag: string;
  /** Counts only the author's newest threads, without replies. */
  threadsCount: number;
  lastThreadAt: Date | null;
}

interface FeaturedKey {
  userId: string;
  tag: string;
}

/** The hashtags that a user shows on the profile, in the order in which they were added. */
export function selectFeatured(database: Database, userId: string): Promise<FeaturedHashtag[]> {
  return database.query<FeaturedHashtag>(sql`
    WITH newest AS MATERIALIZED (
      SELECT id, created_at FROM threads
      WHERE author_id = ${userId}::uuid AND parent_id IS NULL AND deleted_at IS NULL
      ORDER BY id DESC LIMIT ${countedThreadsMax}::int
    )
    SELECT featured.id, featured.tag, count(newest.id)::int AS "threadsCount",
      max(newest.created_at) AS "lastThreadAt"
    FROM featured_hashtags featured
      LEFT JOIN hashtags ON hashtags.tag = featured.tag
      LEFT JOIN thread_hashtags link ON link.hashtag_id = hashtags.id
        AND link.thread_id IN (SELECT id FROM newest)
      LEFT JOIN newest ON newest.id = link.thread_id
    WHERE featured.user_id = ${userId}::uuid
    GROUP BY featured.id ORDER BY featured.id`);
}

export async function isFeatured(database: Database, key: FeaturedKey): Promise<boolean> {
  return (await database.featuredHashtag.findFirst({ where: { ...key } })) !== null;
}

/** Repeating it changes nothing. False beyond the limit. */
export function insertFeatured(
  database: Database,
  { userId, tag }: FeaturedKey,
  id: string,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    // A concurrent request of the user waits for this lock, and then counts this row.
    await lockAccounts(tx, [userId]);
    const others = { userId, tag: { not: tag } };
    if ((await tx.featuredHashtag.count({ where: others })) >= featuredHashtagsMax) return false;
    await tx.execute(sql`
      INSERT INTO featured_hashtags (id, user_id, tag) SELECT ${id}::uuid, id, ${tag} FROM users
      WHERE id = ${userId}::uuid ON CONFLICT DO NOTHING`);
    return true;
  });
}

/** False if there was none. */
export async function deleteFeatured(
  database: Database,
  key: FeaturedKey | { userId: string; id: string },
): Promise<boolean> {
  return (await database.featuredHashtag.deleteMany({ where: { ...key } })).count > 0;
}

/** The hashtags that a user has used in recent threads, the most frequent first. */
export async function selectRecentTags(database: Database, userId: string): Promise<string[]> {
  const rows = await database.query<{ tag: string }>(sql`
    SELECT hashtags.tag FROM (
      SELECT id FROM threads WHERE author_id = ${userId}::uuid AND deleted_at IS NULL
      ORDER BY id DESC LIMIT 200
    ) recent
    JOIN thread_hashtags link ON link.thread_id = recent.id
    JOIN hashtags ON hashtags.id = link.hashtag_id
    WHERE NOT EXISTS (SELECT FROM featured_hashtags featured
      WHERE featured.user_id = ${userId}::uuid AND featured.tag = hashtags.tag)
    GROUP BY hashtags.tag ORDER BY count(*) DESC, hashtags.tag LIMIT ${featuredHashtagsMax}::int`);
  return rows.map(({ tag }) => tag);
}
