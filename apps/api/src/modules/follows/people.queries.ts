import { Prisma } from '@skein/db';
import { isBlockedBetween, isKnown } from '../users/index.ts';
import type { PeoplePlace } from './people-cursor.ts';

const { sql } = Prisma;

/** Which part of a list is wanted. */
export interface PeopleExtent {
  /** Only what comes after this place. */
  after: PeoplePlace | null;
  skip: number;
  take: number;
}

/** A table that tells since when somebody stands in a list. */
interface Listing {
  table: Prisma.Sql;
  /** The column of who is listed, and the condition that picks the list. */
  person: Prisma.Sql;
  owner: Prisma.Sql;
}

/** Rows for the hydrator: who follows a person, as far as the viewer may know of them. */
export function selectFollowers(
  viewerId: string,
  userId: string,
  options: PeopleExtent & { q: string },
): Prisma.Sql {
  const owner = sql`entry.followee_id = ${userId}::uuid`;
  return selectFollows(viewerId, { table: sql`follows`, person: sql`follower_id`, owner }, options);
}

/** Rows for the hydrator: whom a person follows, as far as the viewer may know of them. */
export function selectFollowing(
  viewerId: string,
  userId: string,
  options: PeopleExtent & { q: string },
): Prisma.Sql {
  const owner = sql`entry.follower_id = ${userId}::uuid`;
  return selectFollows(viewerId, { table: sql`follows`, person: sql`followee_id`, owner }, options);
}

export function selectBlocked(viewerId: string, extent: PeopleExtent): Prisma.Sql {
  const owner = sql`entry.blocker_id = ${viewerId}::uuid`;
  const listing = { table: sql`blocks`, person: sql`blocked_id`, owner };
  return selectListed(listing, sql`person.suspended_at IS NULL`, extent);
}

export function selectMuted(viewerId: string, extent: PeopleExtent): Prisma.Sql {
  const owner = sql`entry.muter_id = ${viewerId}::uuid`;
  const listing = { table: sql`mutes`, person: sql`muted_id`, owner };
  return selectListed(listing, isKnown(viewerId, sql`person`), extent);
}

/** Rows for the hydrator: who waits for the viewer's approval. */
export function selectWaiting(viewerId: string, limit: number): Prisma.Sql {
  return selectRequests(sql`request.target_id = ${viewerId}::uuid`, sql`requester_id`, limit);
}

/** Rows for the hydrator: whose approval the viewer waits for. */
export function selectAsked(viewerId: string, limit: number): Prisma.Sql {
  return selectRequests(sql`request.requester_id = ${viewerId}::uuid`, sql`target_id`, limit);
}

function selectFollows(
  viewerId: string,
  listing: Listing,
  { q, ...extent }: PeopleExtent & { q: string },
): Prisma.Sql {
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isMeant =
    q === ''
      ? Prisma.empty
      : sql`AND (person.name ILIKE ${pattern} OR person.username ILIKE ${pattern})`;
  const isShown = sql`person.suspended_at IS NULL
    AND NOT ${isBlockedBetween(viewerId, sql`person.id`)} ${isMeant}`;
  return selectListed(listing, isShown, extent);
}

function selectListed(
  { table, person, owner }: Listing,
  isShown: Prisma.Sql,
  { after, skip, take }: PeopleExtent,
): Prisma.Sql {
  const isAfter =
    after === null
      ? Prisma.empty
      : sql`AND (entry.created_at, entry.${person}) < (${after.since}, ${after.id}::uuid)`;
  return sql`
    SELECT person_id, since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY since DESC, person_id DESC)::int AS position
    FROM (
      SELECT entry.${person} AS person_id, entry.created_at AS since
      FROM ${table} entry JOIN users person ON person.id = entry.${person}
      WHERE ${owner} AND ${isShown} ${isAfter}
      ORDER BY entry.created_at DESC, entry.${person} DESC OFFSET ${skip}::int LIMIT ${take}::int
    ) listed`;
}

function selectRequests(isMeant: Prisma.Sql, person: Prisma.Sql, limit: number): Prisma.Sql {
  return sql`
    SELECT request.${person} AS person_id, request.created_at AS since, request.id AS reference,
      row_number() OVER (ORDER BY request.id DESC)::int AS position
    FROM follow_requests request JOIN users person ON person.id = request.${person}
    WHERE ${isMeant} AND request.status = 'pending' AND person.suspended_at IS NULL
    ORDER BY request.id DESC LIMIT ${limit}::int`;
}
