import { Prisma } from '@skein/db';
import { highestId } from '../../platform/ids.ts';
import {
  canSeeProfile,
  isActive,
  isFollowing,
  isLastingMute,
  isListable,
  sharesConnections,
} from '../../domain/visibility.queries.ts';
import type { TimeRange } from '../../platform/read-page.ts';
import { foldedNames, foldNameQuery } from '../users/index.ts';

const { sql } = Prisma;

/** The trigram index finds parts of this form in every database locale. */
const indexedPart = /[a-z\d]{3}/;
/** Looking up this number of users one by one takes some milliseconds. */
const lookedUpMax = 2000;

/** A table with a user and a time in each row, such as follows, mutes or likes. */
interface RelationTable {
  table: Prisma.Sql;
  /** The column of the listed users. */
  userColumn: Prisma.Sql;
  /** The condition that selects the rows of one list. */
  isInList: Prisma.Sql;
}

/** Rows for the hydrator: the followers of a user that the viewer may see. */
export function selectFollowers(
  viewerId: string,
  userId: string,
  options: TimeRange & { q: string },
): Prisma.Sql {
  const isInList = sql`entry.followee_id = ${userId}::uuid AND ${areListed(viewerId, userId)}`;
  return selectFollows(
    viewerId,
    { table: sql`follows`, userColumn: sql`follower_id`, isInList },
    options,
  );
}

/** Rows for the hydrator: the followees of a user that the viewer may see. */
export function selectFollowing(
  viewerId: string,
  userId: string,
  options: TimeRange & { q: string },
): Prisma.Sql {
  const isInList = sql`entry.follower_id = ${userId}::uuid AND ${areListed(viewerId, userId)}`;
  return selectFollows(
    viewerId,
    { table: sql`follows`, userColumn: sql`followee_id`, isInList },
    options,
  );
}

/** Whether the alias `account` is in the list of followers of a user that the viewer sees. */
export function isListedFollower(viewerId: string, userId: string): Prisma.Sql {
  return sql`${isFollowing(sql`account.id`, sql`${userId}::uuid`)} AND ${areListed(viewerId, userId)}`;
}

/** Whether the alias `account` is in the list of followed users of a user that the viewer sees. */
export function isListedFollowee(viewerId: string, userId: string): Prisma.Sql {
  return sql`${isFollowing(sql`${userId}::uuid`, sql`account.id`)} AND ${areListed(viewerId, userId)}`;
}

/** Whether the user shows the lists to the viewer. */
function areListed(viewerId: string, userId: string): Prisma.Sql {
  return sql`(SELECT ${sharesConnections(viewerId, sql`owner`)} FROM users owner WHERE owner.id = ${userId}::uuid)`;
}

export function selectBlocked(viewerId: string, range: TimeRange): Prisma.Sql {
  const isInList = sql`entry.blocker_id = ${viewerId}::uuid`;
  const list = { table: sql`blocks`, userColumn: sql`blocked_id`, isInList };
  return selectListed(list, isActive(sql`account`), range);
}

export function selectMuted(viewerId: string, range: TimeRange): Prisma.Sql {
  const isInList = sql`entry.muter_id = ${viewerId}::uuid AND ${isLastingMute(sql`entry`)}`;
  const list = { table: sql`mutes`, userColumn: sql`muted_id`, isInList };
  return selectListed(list, canSeeProfile(viewerId, sql`account`), range);
}

export function selectDismissed(viewerId: string, range: TimeRange): Prisma.Sql {
  const isInList = sql`entry.user_id = ${viewerId}::uuid`;
  const list = { table: sql`suggestion_dismissals`, userColumn: sql`dismissed_id`, isInList };
  return selectListed(list, canSeeProfile(viewerId, sql`account`), range);
}

/** Rows for the hydrator: users with pending requests to follow the viewer. */
export function selectPendingRequests(viewerId: string, limit: number): Prisma.Sql {
  const range = { belowId: highestId, skip: 0, take: limit };
  return selectRequests(sql`request.target_id = ${viewerId}::uuid`, sql`requester_id`, range);
}

/** The requested part of a list of requests. */
interface RequestsRange {
  /** Lists only requests with lower ids. */
  belowId: string;
  skip: number;
  take: number;
}

/** Rows for the hydrator: users that the viewer has requested to follow. */
export function selectSentRequests(viewerId: string, range: RequestsRange): Prisma.Sql {
  return selectRequests(sql`request.requester_id = ${viewerId}::uuid`, sql`target_id`, range);
}

function selectFollows(
  viewerId: string,
  list: RelationTable,
  { q, ...range }: TimeRange & { q: string },
): Prisma.Sql {
  const isVisible = isListable(viewerId, sql`account`);
  if (q === '') return selectListed(list, isVisible, range);
  const { folded, pattern } = foldNameQuery(q);
  const names = foldedNames(sql`account`);
  const isIndexed = indexedPart.test(folded);
  // The concatenation prevents PostgreSQL from scanning the whole index.
  const isNamed = isIndexed
    ? sql`${names} LIKE ${`%${pattern}%`}`
    : sql`(${pattern} <> '' AND (${names} || '') LIKE ${`%${pattern}%`})`;
  return selectNamed(list, { isVisible, isNamed, isIndexed }, range);
}

interface NamedUsers {
  isVisible: Prisma.Sql;
  isNamed: Prisma.Sql;
  /** Whether the index finds the names without reading all of them. */
  isIndexed: boolean;
}

/**
 * If few users have the name, each is looked up in the list. If many have it, the list is scanned from
 * the newest row until the page is full. A short list is also scanned, instead of reading all names.
 */
function selectNamed(
  list: RelationTable,
  { isVisible, isNamed, isIndexed }: NamedUsers,
  range: TimeRange,
): Prisma.Sql {
  const { table, userColumn, isInList } = list;
  const hasFewMatches = sql`(SELECT count(*) <= ${lookedUpMax}::int
    FROM (SELECT FROM named LIMIT ${lookedUpMax + 1}::int) counted)`;
  const isLongList = sql`(SELECT count(*) > ${lookedUpMax}::int
    FROM (SELECT FROM ${table} entry WHERE ${isInList} LIMIT ${lookedUpMax + 1}::int) counted)`;
  const isLookedUp = isIndexed
    ? hasFewMatches
    : sql`(SELECT CASE WHEN ${isLongList} THEN ${hasFewMatches} ELSE false END)`;
  const scanned = { ...list, isInList: sql`NOT ${isLookedUp} AND ${isInList}` };
  // PostgreSQL computes rows of `named` only as far as they are read.
  return sql`
    WITH named AS MATERIALIZED (SELECT id FROM users account WHERE ${isNamed})
    ${numberRows(sql`
      (SELECT entry.${userColumn} AS user_id, entry.created_at AS since
      FROM named JOIN users account ON account.id = named.id
        JOIN ${table} entry ON entry.${userColumn} = named.id
      WHERE ${isLookedUp} AND ${isInList} AND ${isVisible} ${isAfter(list, range)}
      ORDER BY since DESC, user_id DESC ${paginate(range)})
      UNION ALL
      (${scan(scanned, sql`${isNamed} AND ${isVisible}`, range)})`)}`;
}

/**
 * Rows for the hydrator: a list of users, latest first.
 * @param isVisible a condition on the alias `account`
 */
export function selectListed(
  list: RelationTable,
  isVisible: Prisma.Sql,
  range: TimeRange,
): Prisma.Sql {
  return numberRows(scan(list, isVisible, range));
}

/**
 * Scans a list from the newest row until the page is full. LATERAL and OFFSET 0 enforce this plan:
 * PostgreSQL would otherwise read and sort the whole list, because it uses one plan for all lengths.
 */
function scan(list: RelationTable, isVisible: Prisma.Sql, range: TimeRange): Prisma.Sql {
  const { table, userColumn, isInList } = list;
  return sql`
    SELECT listed.user_id, listed.since
    FROM (
      SELECT entry.${userColumn} AS user_id, entry.created_at AS since
      FROM ${table} entry WHERE ${isInList} ${isAfter(list, range)}
      ORDER BY entry.created_at DESC, entry.${userColumn} DESC
    ) listed
    CROSS JOIN LATERAL (
      SELECT FROM users account WHERE account.id = listed.user_id AND ${isVisible} OFFSET 0
    ) shown
    ORDER BY listed.since DESC, listed.user_id DESC ${paginate(range)}`;
}

function isAfter({ userColumn }: RelationTable, { after }: TimeRange): Prisma.Sql {
  return after === null
    ? Prisma.empty
    : sql`AND (entry.created_at, entry.${userColumn}) < (${after.time}, ${after.id}::uuid)`;
}

function paginate({ skip, take }: TimeRange): Prisma.Sql {
  return sql`OFFSET ${skip}::int LIMIT ${take}::int`;
}

function numberRows(rows: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT user_id, since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY since DESC, user_id DESC)::int AS position
    FROM (${rows}) listed`;
}

function selectRequests(
  isInList: Prisma.Sql,
  userColumn: Prisma.Sql,
  { belowId, skip, take }: RequestsRange,
): Prisma.Sql {
  return sql`
    SELECT request.${userColumn} AS user_id, request.created_at AS since, request.id AS reference,
      row_number() OVER (ORDER BY request.id DESC)::int AS position
    FROM follow_requests request JOIN users account ON account.id = request.${userColumn}
    WHERE ${isInList} AND request.status = 'pending' AND request.id < ${belowId}::uuid
      AND ${isActive(sql`account`)}
    ORDER BY request.id DESC OFFSET ${skip}::int LIMIT ${take}::int`;
}
