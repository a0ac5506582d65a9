import { exists, Prisma } from '@skein/db';

const { sql } = Prisma;

/** What trends are computed of. */
export interface TrendSources {
  /** Hashtags that administrators have excluded, with their threads. */
  excluded: readonly string[];
  /** Whether threads of other servers count, too. */
  listsRemote: boolean;
}

/** Whether a thread contains a hashtag that administrators have excluded from trends. */
export function hasExcludedHashtag(threadId: Prisma.Sql, excluded: readonly string[]): Prisma.Sql {
  if (excluded.length === 0) return sql`false`;
  return exists(sql`thread_hashtags link JOIN hashtags tag ON tag.id = link.hashtag_id
    WHERE link.thread_id = ${threadId} AND tag.tag = ANY (${[...excluded]})`);
}
