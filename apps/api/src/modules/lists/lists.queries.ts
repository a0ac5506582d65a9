import { Prisma } from '@skein/db';
import { canSeeProfile, canSeeThreadsBy } from '../../domain/visibility.queries.ts';
import { selectListed } from '../relationships/index.ts';
import type { TimeRange } from '../../platform/read-page.ts';

const { sql } = Prisma;

/** The ids of the members whose threads the viewer may see; none for a list of another user. */
export function selectListMembers(viewerId: string, listId: string): Prisma.Sql {
  return sql`
    SELECT author.id
    FROM user_lists list JOIN user_list_members member ON member.list_id = list.id
      JOIN users author ON author.id = member.user_id
    WHERE list.id = ${listId}::uuid AND list.owner_id = ${viewerId}::uuid
      AND ${canSeeThreadsBy(viewerId, sql`author`)}`;
}

/** Rows for the hydrator: the members whose profiles the viewer may see. */
export function selectMembers(viewerId: string, listId: string, range: TimeRange): Prisma.Sql {
  const isInList = sql`entry.list_id = ${listId}::uuid`;
  const list = { table: sql`user_list_members`, userColumn: sql`user_id`, isInList };
  return selectListed(list, canSeeProfile(viewerId, sql`account`), range);
}
