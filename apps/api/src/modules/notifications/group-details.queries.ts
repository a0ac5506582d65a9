import { notificationActorsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee } from '../../platform/visibility.queries.ts';
import { isInGroup } from './groups.queries.ts';
import { isActorVisible } from './notification-visibility.queries.ts';

const { sql } = Prisma;

export interface GroupDetails {
  id: string;
  actorsCount: number;
  requestStatus: 'pending' | 'approved' | 'rejected' | null;
}

/** The notifications of a group, up to `latest`, whose actors the viewer may see. */
function visibleEntries(viewerId: string): Prisma.Sql {
  return sql`notifications entry WHERE ${isInGroup(sql`entry`, sql`latest`)} AND entry.id <= latest.id
    AND entry.actor_id IS NOT NULL AND ${isActorVisible(viewerId, sql`entry.actor_id`)}`;
}

/** @param ids Ids of groups. */
export function listGroupDetails(
  database: Database,
  viewerId: string,
  ids: readonly string[],
): Promise<GroupDetails[]> {
  return database.$queryRaw<GroupDetails[]>(sql`
    SELECT latest.id, request.status AS "requestStatus",
      (SELECT count(*)::int FROM ${visibleEntries(viewerId)}) AS "actorsCount"
    FROM notifications latest
      LEFT JOIN follow_requests request ON request.id = latest.follow_request_id
    WHERE latest.id = ANY (${ids}::uuid[])`);
}

/** Rows for the users hydrator: the latest actors of each group, with the group's id. */
export function selectActors(viewerId: string, ids: readonly string[]): Prisma.Sql {
  return sql`
    SELECT actor.actor_id AS user_id, NULL::timestamptz AS since, latest.id AS reference,
      row_number() OVER (ORDER BY actor.id DESC)::int AS position
    FROM notifications latest CROSS JOIN LATERAL (
      SELECT entry.id, entry.actor_id FROM ${visibleEntries(viewerId)}
      ORDER BY entry.id DESC LIMIT ${notificationActorsMax}::int
    ) actor
    WHERE latest.id = ANY (${ids}::uuid[])`;
}

/** Rows for the threads hydrator, without threads that the viewer may no longer see. */
export function selectThreads(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  const isVisible = canSee(viewerId, { thread: sql`thread`, author: sql`author` });
  return sql`
    SELECT thread.id AS thread_id, row_number() OVER (ORDER BY thread.id)::int AS position,
      NULL::uuid AS key, NULL::uuid AS reposter_id
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ANY (${threadIds}::uuid[]) AND thread.deleted_at IS NULL AND ${isVisible}`;
}
