import { existsUnique, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { highestId, lowestIdAt } from '../../platform/ids.ts';
import {
  anonymousViewer,
  canSeeThreadsBy,
  isPublic,
  selectBlockedUsers,
  selectMutedUsers,
} from '../../domain/visibility.queries.ts';
import type { Read } from './plan-read.ts';
import type { OwnList } from './search-query.ts';

const { sql } = Prisma;

/** The conditions of a search. */
export interface MatchFilter {
  /** A `tsquery`; null for any text. */
  query: string | null;
  /** Ids with the start time (inclusive) and the end time (exclusive). */
  fromId: string;
  belowId: string;
  /** Whether to find the viewer's own threads that are not public, besides the public ones of all users. */
  includesOwn?: boolean;
  /** Lists of the viewer that must contain the thread. */
  lists?: readonly OwnList[];
  /** Keys of the names of the viewer's bookmark folders that must contain the thread. */
  folders?: readonly string[];
}

/** Ranks this number of the newest matches; others follow by age. */
export interface Ranking {
  /** The `tsquery` of words whose frequency counts; null for none. */
  query: string | null;
  count: number;
}

interface MatchOptions extends Read {
  /** Null to return the newest matches. */
  ranking: Ranking | null;
  /** The number of matches to return. */
  keep: number;
}

export interface Match {
  threadId: string;
  position: number;
  /** Null if not ranked. */
  score: number | null;
}

/** The result of a `Read`. */
export interface ReadMatches {
  /** The number of matches that were read, and of those that the viewer may see. */
  read: number;
  visible: number;
  /** The position of the oldest match that was read. */
  lowest: number | null;
  /** Ranked ones first, then the newest. */
  matches: Match[];
}

export async function readMatches(
  database: Database,
  viewerId: string,
  filter: MatchFilter,
  options: MatchOptions,
): Promise<ReadMatches> {
  const rows = await database.query<Omit<ReadMatches, 'matches'> & (Match | { threadId: null })>(
    matchStatement(viewerId, filter, options),
  );
  const [first] = rows;
  if (first === undefined) throw new Error('The statement returns at least one row.');
  const { read, visible, lowest } = first;
  const matches = rows.flatMap((row) =>
    row.threadId === null
      ? []
      : [{ threadId: row.threadId, position: row.position, score: row.score }],
  );
  return { read, visible, lowest, matches };
}

/**
 * The newest matches of a span, without those that the viewer may not see. Checks each author once,
 * regardless of the number of threads: a public thread is visible if its author and the author of its root
 * are (see `canSee`; a test compares the two). Exported for the query plan test.
 */
export function matchStatement(
  viewerId: string,
  filter: MatchFilter,
  { ranking, keep, ...read }: MatchOptions,
): Prisma.Sql {
  // Arrays and hashed subqueries instead of joins: PostgreSQL cannot estimate how common a word is, and
  // would expect a few rows.
  return sql`
    WITH ${matched(viewerId, filter, read)}, hidden AS MATERIALIZED (
      SELECT account.id FROM users account
      WHERE account.id = ANY (ARRAY(SELECT author_id FROM matched
          UNION ALL SELECT root_author_id FROM matched WHERE root_author_id IS NOT NULL))
        AND NOT ${canSeeThreads(viewerId, sql`account`)}
      UNION ALL ${selectBlockedUsers(viewerId)}
    ), visible AS MATERIALIZED (
      SELECT position, thread_id FROM matched
      WHERE ${filter.includesOwn ? sql`(is_public OR author_id = ${viewerId}::uuid)` : sql`is_public`}
        AND author_id NOT IN (SELECT id FROM hidden
          UNION ALL ${selectMutedUsers(viewerId)})
        AND (root_author_id IS NULL OR root_author_id NOT IN (SELECT id FROM hidden))
    )
    SELECT read.*, seen.*, best.thread_id AS "threadId", best.position::float8, best.score
    FROM (SELECT count(*)::int AS read, min(position)::float8 AS lowest FROM matched) read
    CROSS JOIN (SELECT count(*)::int AS visible FROM visible) seen
    LEFT JOIN (
      SELECT * FROM (${ranking === null ? unranked : ranked(ranking, keep)}) listed
      ORDER BY score DESC NULLS LAST, position DESC LIMIT ${keep}::int
    ) best ON true
    ORDER BY best.score DESC NULLS LAST, best.position DESC`;
}

/** Checks public accounts first, because that is fast. Visitors do not see all of them. */
function canSeeThreads(viewerId: string, account: Prisma.Sql): Prisma.Sql {
  const canSee = canSeeThreadsBy(viewerId, account);
  return viewerId === anonymousViewer ? canSee : sql`(${isPublic(account)} OR ${canSee})`;
}

/** The CTE `matched`: the newest matches of a span, before visibility. */
function matched(
  viewerId: string,
  { query, fromId, belowId, ...filter }: MatchFilter,
  { span: { from, below }, method, take }: Read,
): Prisma.Sql {
  const columns = sql`position, thread_id, author_id, root_author_id, is_public`;
  const isAnyTime = fromId === lowestIdAt(0) && belowId === highestId;
  const inTime = isAnyTime
    ? sql`true`
    : sql`thread_id >= ${fromId}::uuid AND thread_id < ${belowId}::uuid`;
  const match = query === null ? sql`true` : sql`document @@ ${query}::tsquery`;
  if (method === 'scan') {
    // IS TRUE keeps PostgreSQL from using another index for the conditions in it.
    return sql`matched AS MATERIALIZED (
      SELECT ${columns} FROM search_documents
      WHERE position >= ${from}::bigint AND position < ${below}::bigint AND (${inTime} AND ${match}) IS TRUE
      ORDER BY position DESC LIMIT ${take}::int
    )`;
  }
  // This step prevents PostgreSQL from reading all documents in order instead.
  return sql`found AS MATERIALIZED (
    SELECT ${columns} FROM ${documentsIn(viewerId, filter)} WHERE ${match}
  ), matched AS MATERIALIZED (
    SELECT * FROM found
    WHERE position >= ${from}::bigint AND position < ${below}::bigint AND ${inTime}
    ORDER BY position DESC LIMIT ${take}::int
  )`;
}

// A search reads this number of the newest threads of each list.
const listedMax = 20_000;

type ListFilter = Pick<MatchFilter, 'lists' | 'folders'>;

/** Whether only some of the viewer's lists are searched. */
export function isInLists({ lists = [], folders = [] }: ListFilter): boolean {
  return lists.length + folders.length > 0;
}

/** The documents of the threads in all of the lists and folders; all documents without them. */
function documentsIn(viewerId: string, { lists = [], folders = [] }: ListFilter): Prisma.Sql {
  const [list, ...others] = [
    ...folders.map((key) => bookmarksIn(viewerId, key)),
    ...lists.map((name) => Prisma.raw(name)),
  ];
  if (list === undefined) return sql`search_documents`;
  const isInOthers = others.map(
    (other) =>
      sql`AND ${existsUnique(sql`${other} other
      WHERE other.user_id = ${viewerId}::uuid AND other.thread_id = own.thread_id`)}`,
  );
  // OFFSET 0: looks up each thread, instead of reading all documents.
  return sql`(
    SELECT document_of.* FROM (
      SELECT thread_id FROM ${list} own
      WHERE own.user_id = ${viewerId}::uuid ${Prisma.join([Prisma.empty, ...isInOthers], ' ')}
      ORDER BY thread_id DESC LIMIT ${listedMax}::int
    ) own CROSS JOIN LATERAL (
      SELECT * FROM search_documents WHERE thread_id = own.thread_id OFFSET 0
    ) document_of
  ) listed`;
}

function bookmarksIn(viewerId: string, folderKey: string): Prisma.Sql {
  return sql`(
    SELECT bookmark.* FROM bookmark_folders folder
      JOIN bookmarks bookmark ON bookmark.folder_id = folder.id
    WHERE folder.owner_id = ${viewerId}::uuid AND folder.name_key = ${folderKey}::text
  )`;
}

const unranked = sql`SELECT position, thread_id, NULL::float8 AS score FROM visible`;

/**
 * The score combines the frequency and proximity of the words, the engagement, and the creation time:
 * one month equals ten times the likes. The current age is not used, because it would change the order
 * between pages.
 */
function ranked({ query, count }: Ranking, keep: number): Prisma.Sql {
  const rank = query === null ? sql`0` : sql`ts_rank(document.document, ${query}::tsquery, 1)`;
  const newest = sql`
    SELECT newest.position, thread_id, 20 * ${rank}
        + 0.43 * ln(1 + likes_count + 2 * reposts_count + 2 * quotes_count + replies_count)
        + date_part('epoch', created_at) / ${secondsInMonth}::float8 AS score
    FROM (SELECT * FROM visible ORDER BY position DESC LIMIT ${count}::int) newest
      JOIN threads thread ON thread.id = thread_id
      JOIN search_documents document USING (thread_id)`;
  if (keep <= count) return newest;
  return sql`${newest} UNION ALL
    (${unranked} ORDER BY position DESC OFFSET ${count}::int)`;
}

const secondsInMonth = 30 * 24 * 60 * 60;
