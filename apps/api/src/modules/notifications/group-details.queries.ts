import { notificationActorsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee } from '../../platform/visibility.queries.ts';
import { isOfGroup } from './groups.queries.ts';
import { isActorShown } from './shown.queries.ts';

const { sql } = Prisma;

export interface GroupDetails {
  id: string;
  actorsCount: number;
  requestStatus: 'pending' | 'approved' | 'rejected' | null;
}

/** The acts of a group up to its latest as it was listed, by people of whom the viewer is told. */
function shownActs(viewerId: string): Prisma.Sql {
  return sql`notifications act WHERE ${isOfGroup(sql`act`, sql`latest`)} AND act.id <= latest.id
    AND act.actor_id IS NOT NULL AND ${isActorShown(viewerId, sql`act.actor_id`)}`;
}

/** @param ids Of groups. */
export function readDetails(
  database: Database,
  viewerId: string,
  ids: readonly string[],
): Promise<GroupDetails[]> {
  return database.$queryRaw<GroupDetails[]>(sql`
    SELECT latest.id, request.status AS "requestStatus",
      (SELECT count(*)::int FROM ${shownActs(viewerId)}) AS "actorsCount"
    FROM notifications latest
      LEFT JOIN follow_requests request ON request.id = latest.follow_request_id
    WHERE latest.id = ANY (${ids}::uuid[])`);
}

/** Rows for the users module: the latest actors of groups, each with the group's id. */
export function selectActors(viewerId: string, ids: readonly string[]): Prisma.Sql {
  return sql`
    SELECT actor.actor_id AS person_id, NULL::timestamptz AS since, latest.id AS reference,
      row_number() OVER (ORDER BY actor.id DESC)::int AS position
    FROM notifications latest CROSS JOIN LATERAL (
      SELECT act.id, act.actor_id FROM ${shownActs(viewerId)}
      ORDER BY act.id DESC LIMIT ${notificationActorsMax}::int
    ) actor
    WHERE latest.id = ANY (${ids}::uuid[])`;
}

/** Rows for the threads module; what the viewer can see no more is left out. */
export function selectThreads(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  const isVisible = canSee(viewerId, { thread: sql`thread`, author: sql`author` });
  return sql`
    SELECT thread.id AS thread_id, row_number() OVER (ORDER BY thread.id)::int AS position,
      NULL::uuid AS key, NULL::uuid AS reposter_id
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ANY (${threadIds}::uuid[]) AND thread.deleted_at IS NULL AND ${isVisible}`;
}
