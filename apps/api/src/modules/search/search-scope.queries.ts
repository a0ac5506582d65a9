import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { highestId, lowestIdAt } from '../../platform/ids.ts';
import { selectUnlistedUsers } from '../users/index.ts';
import type { MatchFilter } from './matches.queries.ts';
import type { Span } from './plan-read.ts';

const { sql } = Prisma;

// A search uses this number of the users with the most followers for each name.
const namesakesMax = 20;
// Each user is a further index lookup.
const unlistedUsersMax = 200;

/** The parts of a request that refer to other tables than the search documents. */
export interface ScopeRequest extends Pick<MatchFilter, 'fromId' | 'belowId'> {
  /** Finds only threads older than this one; null for all. */
  afterId: string | null;
  /** Usernames of authors. */
  from: readonly string[];
  /** For each name, a `tsquery` with all of its words. */
  names: readonly string[];
}

export interface SearchScope {
  /** The positions of the threads after the start of the time range, with a margin. */
  span: Span;
  /** The position after the threads in the time range, with a margin. Those that arrived late can be at later positions. */
  end: number;
  /** The number of all documents, deleted ones included. */
  documents: number;
  /** The newest thread, whether visible or not. Null without threads. */
  newestId: string | null;
  /**
   * Ids of users with unlisted threads that the viewer may see; may include others. Null if they are
   * too many.
   */
  unlistedIds: string[] | null;
  /** Ids of the authors. */
  fromIds: string[];
  /**
   * Users whose name and username contain all words of the name with this index. Visibility is not
   * checked, because it applies to their threads.
   */
  named: { index: number; id: string }[];
}

type ScopeRow = Span & Omit<SearchScope, 'span' | 'unlistedIds'> & { unlistedIds: string[] };

/** Reads everything that a search needs to know before it looks for matches, in one statement. */
export async function readSearchScope(
  database: Database,
  viewerId: string,
  request: ScopeRequest,
): Promise<SearchScope> {
  const [row] = await database.query<ScopeRow>(scopeStatement(viewerId, request));
  if (row === undefined) throw new Error('The statement returns one row.');
  const { from, below, unlistedIds, ...scope } = row;
  return {
    ...scope,
    span: { from: Math.max(from, 0), below },
    unlistedIds: unlistedIds.length <= unlistedUsersMax ? unlistedIds : null,
  };
}

/** Exported for the query plan test. */
export function scopeStatement(
  viewerId: string,
  { fromId, belowId, afterId, from, names }: ScopeRequest,
): Prisma.Sql {
  return sql`
    SELECT last.next::float8 AS documents,
      (SELECT thread_id FROM search_documents ORDER BY thread_id DESC LIMIT 1) AS "newestId",
      ${getStart(fromId)} AS from, least(last.next, ${getPosition(afterId)})::float8 AS below,
      ${getEnd(belowId)} AS "end",
      ARRAY(SELECT id FROM (${selectUnlistedUsers(viewerId)}) unlisted
        LIMIT ${unlistedUsersMax + 1}::int) AS "unlistedIds",
      ${from.length === 0 ? sql`'{}'::uuid[]` : authorsNamed(from)} AS "fromIds",
      ${names.length === 0 ? sql`'[]'::json` : usersNamed(names)} AS named
    FROM (SELECT coalesce(max(position), 0) + 1 AS next FROM search_documents) last`;
}

function authorsNamed(usernames: readonly string[]): Prisma.Sql {
  return sql`ARRAY(SELECT id FROM users WHERE username = ANY (${usernames}::text[]))`;
}

function usersNamed(names: readonly string[]): Prisma.Sql {
  // OFFSET 0: looks up the words first, instead of scanning all users in order of followers.
  return sql`(SELECT coalesce(json_agg(json_build_object('index', request.n - 1, 'id', account.id)
      ORDER BY request.n, account.followers_count DESC, account.id), '[]')
    FROM unnest(${names}::text[]) WITH ORDINALITY AS request (query, n) CROSS JOIN LATERAL (
      SELECT id, followers_count FROM (
        SELECT id, followers_count FROM users
        WHERE search_document(name || ' ' || username) @@ request.query::tsquery OFFSET 0
      ) named
      ORDER BY followers_count DESC, id LIMIT ${namesakesMax}::int
    ) account)`;
}

// The positions of threads created at about the same time may be in any order.
const disorderMax = 1000;

function getStart(fromId: string): Prisma.Sql {
  if (fromId === lowestIdAt(0)) return sql`0::float8`;
  return sql`${firstPosition(fromId)} - ${disorderMax}::int`;
}

function getEnd(belowId: string): Prisma.Sql {
  if (belowId === highestId) return sql`last.next::float8`;
  return sql`${firstPosition(belowId)} + ${disorderMax}::int`;
}

/** The position of a thread; if it has been deleted, of the next one. */
function getPosition(id: string | null): Prisma.Sql {
  if (id === null) return sql`NULL`;
  return sql`coalesce((SELECT position FROM search_documents WHERE thread_id = ${id}::uuid)::float8,
    ${firstPosition(id)})`;
}

/**
 * The position of the first thread with this id or a higher one. Threads of other servers that arrived late are older than
 * those at their positions. The subquery looks up each candidate, instead of reading all of them for a join.
 */
function firstPosition(id: string): Prisma.Sql {
  return sql`coalesce((SELECT position FROM search_documents document
    WHERE thread_id >= ${id}::uuid AND coalesce(
      (SELECT has_entry FROM remote_objects WHERE thread_id = document.thread_id), true)
    ORDER BY thread_id LIMIT 1), last.next)::float8`;
}
