import type { FilterContext } from '@skein/contracts/filters';
import { otherRepostersMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeUndeleted } from '../../../domain/visibility.queries.ts';
import { selectActiveFilters } from '../../filters/index.ts';
import type { ActiveFilter } from '../../filters/index.ts';
import { addReferences, selectReferences } from './references.hydrator.ts';
import type { ReferenceRow } from './references.hydrator.ts';
import { threadColumns } from './thread-columns.queries.ts';
import { withAuthor } from './threads.rows.ts';
import type {
  WithAuthorColumns,
  HydratedThread,
  UserSummaryRow,
  ThreadRow,
  ResolvedThreadRow,
} from './threads.rows.ts';

const { sql } = Prisma;

export interface ListOptions {
  /** The source also selects why a thread is listed: `other_reposter_ids` (uuid[]) and `tag` (text). */
  hasReasons?: boolean;
  /** Most of the threads are replies: reads what they refer to in the same statement. */
  hasReplies?: boolean;
  /** Applies the viewer's keyword filters. */
  filterContext?: FilterContext;
  /** Leaves out threads in languages that the viewer has not chosen for the feed of all threads. */
  isInFeedLanguages?: boolean;
}

/** Where to continue when a source stopped before it had found enough threads. */
export interface Continuation {
  /** The number of threads it found. */
  position: number;
  key: string;
}

interface HydratedList {
  /** In order of position. */
  threads: HydratedThread[];
  continuation: Continuation | null;
  /** The viewer's filters of the context. */
  filters: ActiveFilter[];
  /** The languages that the viewer has chosen; empty for all. */
  feedLanguages: string[];
}

/**
 * Loads all data of the threads that a source selects: in one statement, and a second one if they
 * refer to threads that are not in the list, unless `hasReplies`.
 * @param source A SELECT of `thread_id`, `position` (int), `key` (of any type) and `reposter_id` (uuid
 * or NULL) of threads visible to the viewer. A row without a thread is the continuation. A row without a
 * position is not in the list, but others refer to it.
 */
export async function hydrateThreads(
  database: Database,
  viewerId: string,
  source: Prisma.Sql,
  options: ListOptions = {},
): Promise<HydratedList> {
  const rows = await database.query<StatementRow>(statement(viewerId, source, options));
  const threads = rows.filter((row) => row.id !== null).map(withAuthor);
  const end = rows.find((row) => row.id === null);
  const quotedIds = new Set(
    threads.map(({ position, quotedId }) => (position === null ? null : quotedId)),
  );
  const shown = threads.filter(({ id, position }) => position !== null || quotedIds.has(id));
  const shared = rows.find((row) => row.shared)?.shared;
  const references = options.hasReplies ? (shared?.references ?? []) : undefined;
  const resolved = await addReferences(database, viewerId, shown, { threads, references });
  return {
    threads: assemble(resolved),
    continuation: end ? toContinuation(end) : null,
    filters: shared?.filters ?? [],
    feedLanguages: shared?.feedLanguages ?? [],
  };
}

interface ListColumns {
  /** Null for a thread that is not in the list itself, such as a quoted one. */
  position: number | null;
  key: string | null;
  repostedBy: UserSummaryRow | null;
  otherReposters?: UserSummaryRow[] | null;
  otherRepostersCount?: number | null;
  followedHashtag?: string | null;
  /** Set on the first row only, because it is the same for all. */
  shared?: {
    filters?: ActiveFilter[] | null;
    feedLanguages?: string[] | null;
    references?: ReferenceRow[] | null;
  } | null;
}

type StatementRow = ListColumns & (WithAuthorColumns<ThreadRow> | { id: null });

function assemble(rows: readonly (ListColumns & ResolvedThreadRow)[]): HydratedThread[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const { position, key, repostedBy } = row;
    const quoted = byId.get(row.quotedId ?? '') ?? null;
    const { otherReposters, otherRepostersCount, followedHashtag } = row;
    const reasons = { repostedBy, otherReposters, otherRepostersCount, followedHashtag };
    return position === null ? [] : [{ row, quoted, key, ...reasons }];
  });
}

function toContinuation({ position, key }: ListColumns): Continuation | null {
  return position === null || key === null ? null : { position, key };
}

function statement(
  viewerId: string,
  source: Prisma.Sql,
  { hasReasons, hasReplies, filterContext, isInFeedLanguages }: ListOptions,
): Prisma.Sql {
  const onFirstRow = {
    filters: filterContext && selectActiveFilters(viewerId, filterContext),
    feedLanguages:
      isInFeedLanguages && sql`(SELECT feed_languages FROM users WHERE id = ${viewerId}::uuid)`,
    references: hasReplies && selectReferences(viewerId),
  };
  const extras = Object.entries(onFirstRow).flatMap(([name, column]) =>
    column ? [sql`${Prisma.raw(`'${name}'`)}, ${column}`] : [],
  );
  const shared =
    extras.length === 0
      ? Prisma.empty
      : sql`, CASE WHEN t.position = (SELECT min(position) FROM page)
          THEN json_build_object(${Prisma.join(extras)}) END AS shared`;
  const [reasons, noReasons] = hasReasons
    ? [sql`, other_reposter_ids, tag`, sql`, NULL::uuid[], NULL::text`]
    : [Prisma.empty, Prisma.empty];
  const quotedIsVisible = canSeeUndeleted(viewerId, { thread: sql`quoted`, author: sql`author` });
  return sql`
    WITH page AS MATERIALIZED (${source}), listed AS MATERIALIZED (
      SELECT page.position, page.key::text, page.reposter_id${reasons}, thread.*
      FROM page LEFT JOIN threads thread ON thread.id = page.thread_id
    ), wanted AS (
      SELECT * FROM listed
      UNION ALL
      SELECT NULL::int, NULL::text, NULL::uuid${noReasons}, quoted.*
      FROM threads quoted LEFT JOIN users author ON author.id = quoted.author_id
      WHERE quoted.id IN (SELECT quoted_id FROM listed) AND quoted.deleted_at IS NULL AND ${quotedIsVisible}
    )
    SELECT t.position, t.key, ${reposter}${hasReasons ? otherReasons : Prisma.empty}${shared}, ${threadColumns(viewerId)}
    FROM wanted t LEFT JOIN users a ON a.id = t.author_id
    ORDER BY t.position`;
}

const reposter = sql`
  (SELECT json_build_object('id', r.id, 'username', r.username, 'name', r.name)
    FROM users r WHERE r.id = t.reposter_id) AS "repostedBy"`;

const otherReasons = sql`,
  CASE WHEN t.other_reposter_ids <> '{}' THEN to_json(ARRAY(
    SELECT json_build_object('id', r.id, 'username', r.username, 'name', r.name)
    FROM unnest(t.other_reposter_ids[1:${otherRepostersMax}::int]) WITH ORDINALITY AS other (id, number)
      JOIN users r ON r.id = other.id ORDER BY other.number)) END AS "otherReposters",
  cardinality(t.other_reposter_ids) AS "otherRepostersCount", t.tag AS "followedHashtag"`;
