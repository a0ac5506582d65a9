import type { MovedTo } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeProfile, canSeeUndeleted } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Rows for the threads hydrator, without threads that the viewer may no longer see. */
export function selectThreads(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  const isVisible = canSeeUndeleted(viewerId, { thread: sql`thread`, author: sql`author` });
  return sql`
    SELECT thread.id AS thread_id, row_number() OVER (ORDER BY thread.id)::int AS position,
      NULL::uuid AS key, NULL::uuid AS reposter_id
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ANY (${threadIds}::uuid[]) AND thread.deleted_at IS NULL AND ${isVisible}`;
}

/** The new accounts of users who have moved, by the id of the user. Excludes accounts that the viewer may not see. */
export async function findMoves(
  database: Database,
  viewerId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, MovedTo>> {
  if (userIds.length === 0) return new Map();
  const rows = await database.query<MovedTo & { userId: string }>(sql`
    SELECT account.id AS "userId", target.id, target.username, target.name
    FROM users account JOIN users target ON target.id = account.moved_to_id
    WHERE account.id = ANY (${userIds}::uuid[]) AND ${canSeeProfile(viewerId, sql`target`)}`);
  return new Map(rows.map(({ userId, ...movedTo }) => [userId, movedTo]));
}
