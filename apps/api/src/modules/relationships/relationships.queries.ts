import { Prisma } from '@skein/db';
import { highestId } from '../../platform/ids.ts';
import {
  canSeeProfile,
  isActive,
  isFollowing,
  isListable,
} from '../../platform/visibility.queries.ts';
import { foldedNames, foldNameQuery } from '../users/index.ts';
import type { UsersPosition } from './users-cursor.ts';

const { sql } = Prisma;

/** The index knows names by such parts of them; not every database's knows of other letters. */
const indexedPart = /[a-z\d]{3}/;
/** So many are looked up one by one in some milliseconds. */
const fewMax = 2000;

/** Which part of a list is wanted. */
export interface UsersRange {
  /** Only what comes after this place. */
  after: UsersPosition | null;
  skip: number;
  take: number;
}

/** A table that tells since when somebody stands in a list. */
interface RelationTable {
  table: Prisma.Sql;
  /** The column of who is listed, and the condition that picks the list. */
  person: Prisma.Sql;
  owner: Prisma.Sql;
}

/** Rows for the hydrator: who follows a person, as far as the viewer may know of them. */
export function selectFollowers(
  viewerId: string,
  userId: string,
  options: UsersRange & { q: string },
): Prisma.Sql {
  const owner = sql`entry.followee_id = ${userId}::uuid`;
  return selectFollows(viewerId, { table: sql`follows`, person: sql`follower_id`, owner }, options);
}

/** Rows for the hydrator: whom a person follows, as far as the viewer may know of them. */
export function selectFollowing(
  viewerId: string,
  userId: string,
  options: UsersRange & { q: string },
): Prisma.Sql {
  const owner = sql`entry.follower_id = ${userId}::uuid`;
  return selectFollows(viewerId, { table: sql`follows`, person: sql`followee_id`, owner }, options);
}

/** Conditions on the alias `person`. */
export function isFollowerOf(userId: string): Prisma.Sql {
  return isFollowing(sql`person.id`, sql`${userId}::uuid`);
}

export function isFollowedBy(userId: string): Prisma.Sql {
  return isFollowing(sql`${userId}::uuid`, sql`person.id`);
}

export function selectBlocked(viewerId: string, range: UsersRange): Prisma.Sql {
  const owner = sql`entry.blocker_id = ${viewerId}::uuid`;
  const list = { table: sql`blocks`, person: sql`blocked_id`, owner };
  return selectListed(list, isActive(sql`person`), range);
}

export function selectMuted(viewerId: string, range: UsersRange): Prisma.Sql {
  const owner = sql`entry.muter_id = ${viewerId}::uuid`;
  const list = { table: sql`mutes`, person: sql`muted_id`, owner };
  return selectListed(list, canSeeProfile(viewerId, sql`person`), range);
}

/** Rows for the hydrator: who waits for the viewer's approval. */
export function selectPendingRequests(viewerId: string, limit: number): Prisma.Sql {
  const range = { belowId: highestId, skip: 0, take: limit };
  return selectRequests(sql`request.target_id = ${viewerId}::uuid`, sql`requester_id`, range);
}

/** Which part of a list of requests is wanted. */
interface RequestsRange {
  /** Only requests with lower ids. */
  belowId: string;
  skip: number;
  take: number;
}

/** Rows for the hydrator: whose approval the viewer waits for. */
export function selectSentRequests(viewerId: string, range: RequestsRange): Prisma.Sql {
  return selectRequests(sql`request.requester_id = ${viewerId}::uuid`, sql`target_id`, range);
}

function selectFollows(
  viewerId: string,
  list: RelationTable,
  { q, ...range }: UsersRange & { q: string },
): Prisma.Sql {
  const isShown = isListable(viewerId, sql`person`);
  if (q === '') return selectListed(list, isShown, range);
  const { folded, pattern } = foldNameQuery(q);
  const names = foldedNames(sql`person`);
  const isIndexed = indexedPart.test(folded);
  // An expression keeps the planner off an index that would be read as a whole.
  const isNamed = isIndexed
    ? sql`${names} LIKE ${`%${pattern}%`}`
    : sql`(${pattern} <> '' AND (${names} || '') LIKE ${`%${pattern}%`})`;
  return selectNamed(list, { isShown, isNamed, isIndexed }, range);
}

interface NamedUsers {
  isShown: Prisma.Sql;
  isNamed: Prisma.Sql;
  /** Whether all who have the name are found without reading everybody's. */
  isIndexed: boolean;
}

/**
 * If few people have the name anywhere, each is looked up in the list. Where many have it, some of
 * the latest in the list do: it is walked until the page is full. So is a short list rather than
 * reading the names of everybody.
 */
function selectNamed(
  list: RelationTable,
  { isShown, isNamed, isIndexed }: NamedUsers,
  range: UsersRange,
): Prisma.Sql {
  const { table, person, owner } = list;
  const areFew = sql`(SELECT count(*) <= ${fewMax}::int
    FROM (SELECT FROM named LIMIT ${fewMax + 1}::int) counted)`;
  const isLong = sql`(SELECT count(*) > ${fewMax}::int
    FROM (SELECT FROM ${table} entry WHERE ${owner} LIMIT ${fewMax + 1}::int) counted)`;
  const isLookedUp = isIndexed
    ? areFew
    : sql`(SELECT CASE WHEN ${isLong} THEN ${areFew} ELSE false END)`;
  const walked = { ...list, owner: sql`NOT ${isLookedUp} AND ${owner}` };
  // Rows of `named` are only made as far as they are read.
  return sql`
    WITH named AS MATERIALIZED (SELECT id FROM users person WHERE ${isNamed})
    ${numberPlaces(sql`
      (SELECT entry.${person} AS user_id, entry.created_at AS since
      FROM named JOIN users person ON person.id = named.id
        JOIN ${table} entry ON entry.${person} = named.id
      WHERE ${isLookedUp} AND ${owner} AND ${isShown} ${isAfter(list, range)}
      ORDER BY since DESC, user_id DESC ${pick(range)})
      UNION ALL
      (${walk(walked, sql`${isNamed} AND ${isShown}`, range)})`)}`;
}

function selectListed(list: RelationTable, isShown: Prisma.Sql, range: UsersRange): Prisma.Sql {
  return numberPlaces(walk(list, isShown, range));
}

/**
 * The latest of a list first, person by person, until the page is full. Left to itself the planner
 * reads and sorts a list of whatever length: it makes one plan for the longest and the shortest.
 */
function walk(list: RelationTable, isShown: Prisma.Sql, range: UsersRange): Prisma.Sql {
  const { table, person, owner } = list;
  return sql`
    SELECT listed.user_id, listed.since
    FROM (
      SELECT entry.${person} AS user_id, entry.created_at AS since
      FROM ${table} entry WHERE ${owner} ${isAfter(list, range)}
      ORDER BY entry.created_at DESC, entry.${person} DESC
    ) listed
    CROSS JOIN LATERAL (
      SELECT FROM users person WHERE person.id = listed.user_id AND ${isShown} OFFSET 0
    ) shown
    ORDER BY listed.since DESC, listed.user_id DESC ${pick(range)}`;
}

function isAfter({ person }: RelationTable, { after }: UsersRange): Prisma.Sql {
  return after === null
    ? Prisma.empty
    : sql`AND (entry.created_at, entry.${person}) < (${after.since}, ${after.id}::uuid)`;
}

function pick({ skip, take }: UsersRange): Prisma.Sql {
  return sql`OFFSET ${skip}::int LIMIT ${take}::int`;
}

function numberPlaces(places: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT user_id, since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY since DESC, user_id DESC)::int AS position
    FROM (${places}) place`;
}

function selectRequests(
  isMeant: Prisma.Sql,
  person: Prisma.Sql,
  { belowId, skip, take }: RequestsRange,
): Prisma.Sql {
  return sql`
    SELECT request.${person} AS user_id, request.created_at AS since, request.id AS reference,
      row_number() OVER (ORDER BY request.id DESC)::int AS position
    FROM follow_requests request JOIN users person ON person.id = request.${person}
    WHERE ${isMeant} AND request.status = 'pending' AND request.id < ${belowId}::uuid
      AND ${isActive(sql`person`)}
    ORDER BY request.id DESC OFFSET ${skip}::int LIMIT ${take}::int`;
}
