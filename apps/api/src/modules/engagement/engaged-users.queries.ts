import type { ReactionType } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeThreadsBy } from '../../domain/visibility.queries.ts';
import { selectListed } from '../relationships/index.ts';
import type { TimeRange } from '../../platform/read-page.ts';

const { sql } = Prisma;

const tables = { likes: sql`likes`, reposts: sql`reposts`, reactions: sql`reactions` };

export type EngagementTable = keyof typeof tables;

/**
 * Rows for the hydrator: the users who engaged with a thread. The activity of a private account is as
 * visible as its threads.
 */
export function selectEngagedUsers(
  table: EngagementTable,
  viewerId: string,
  threadId: string,
  range: TimeRange,
): Prisma.Sql {
  const isInList = sql`entry.thread_id = ${threadId}::uuid`;
  const list = { table: tables[table], userColumn: sql`user_id`, isInList };
  return selectListed(list, canSeeThreadsBy(viewerId, sql`account`), range);
}

/** The reactions of these users to a thread. */
export async function findReactions(
  database: Database,
  threadId: string,
  userIds: readonly string[],
): Promise<Map<string, ReactionType>> {
  if (userIds.length === 0) return new Map();
  const rows = await database.query<{ userId: string; type: ReactionType }>(sql`
    SELECT user_id AS "userId", type FROM reactions
    WHERE thread_id = ${threadId}::uuid AND user_id = ANY (${userIds}::uuid[])`);
  return new Map(rows.map(({ userId, type }) => [userId, type]));
}
