import { searchTotalMax } from '@skein/contracts/limits';
import type { FoundThread, FoundThreadsPage } from '@skein/contracts/search';
import type { Database } from '@skein/db';
import { z } from 'zod';
import { isLookupError } from '../../domain/lookup-error.ts';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { lowestIdAt, newId, timeOfId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { nameCursor } from './cursor-name.ts';
import { gatherMatches } from './gather-matches.ts';
import type { Matches } from './gather-matches.ts';
import type { LexemeShares } from './lexeme-shares.queries.ts';
import { toIdRange, toMatchQuery, toRankQuery } from './match-filter.ts';
import type { QueryContext } from './match-filter.ts';
import { findMatches } from './match-ranges.ts';
import { findCorrectedWords, readContext } from './query-context.ts';
import { selectInOrder } from './result-order.queries.ts';
import { isBlankQuery, parseSearchQuery } from './search-query.ts';
import type { SearchQuery } from './search-query.ts';

export interface SearchInput {
  q: string;
  sort: 'relevance' | 'recent';
  page: number;
  size: number;
  cursor?: string | undefined;
  /** Instead of a page: the number of matches before it. */
  skip?: number;
  /** Finds threads with lower ids only. */
  belowId?: string | undefined;
  /** Finds threads with this id or a higher one only. */
  fromId?: string | undefined;
  /** If this is false, `totalElements` is the number of the matches that were read for the page. */
  isCounted?: boolean;
  /** If this is false, the address of a thread of another server finds it only if it is stored. */
  fetches?: boolean;
}

export interface SearchDependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  lexemeShares: LexemeShares;
  /** Finds a thread of another server by its address. Undefined without federation. */
  resolveThread?:
    | ((viewer: Viewer, text: string, options?: { fetches?: boolean }) => Promise<string | null>)
    | undefined;
}

/** The position of a cursor in search results. */
interface Position {
  /**
   * Sorted by age: the last thread of the previous page. By relevance: an id from the start of the
   * search, because newer threads would shift the results. Null on the first page.
   */
  belowId: string | null;
  skip: number;
  /** Null if not counted yet. */
  total: number | null;
  /** Whether the search includes corrected words. */
  usesCorrections: boolean;
}

// With fewer results, the search is repeated with corrected words.
const enoughResults = 3;
// This number of the newest matches is ranked; older ones follow by age. Ranking all matches of a
// common word would take seconds.
const rankedMax = 200;
// Sorted by relevance, further pages read all previous matches again.
const relevantMax = 10_000;

const version = 1;
const cursorSchema = z.tuple([
  z.literal(version),
  z.string(),
  z.guid(),
  z.int().min(0).max(relevantMax),
  z.int().min(0),
  z.boolean(),
]);

/**
 * Null if the text is not the address of a thread of another server.
 * @throws UnavailableError, NotFoundError, RateLimitedError if it could not be looked up
 */
async function findLinkedThread(
  { threads, resolveThread }: Pick<SearchDependencies, 'threads' | 'resolveThread'>,
  viewer: Viewer,
  input: SearchInput,
): Promise<FoundThreadsPage | null> {
  if (input.page > 0 || input.cursor !== undefined) return null;
  const { fetches = true } = input;
  const id = (await resolveThread?.(viewer, input.q, { fetches })) ?? null;
  if (id === null) return null;
  const { listed } = await threads.list(viewer, selectInOrder(viewer.userId, [id]), {
    filterContext: 'search',
  });
  const content = listed.map(({ thread }) => ({ ...thread, matches: [] }));
  return content.length === 0 ? null : toPage(input, content, null, content.length);
}

/**
 * The address of a thread of another server finds only that thread. If it could not be looked up, and no thread contains
 * it, the search fails with the reason.
 * @throws ValidationError for a cursor of another search
 */
export async function searchThreadsOrLink(
  dependencies: SearchDependencies,
  viewer: Viewer,
  input: SearchInput,
): Promise<FoundThreadsPage> {
  const linked = await findLinkedThread(dependencies, viewer, input).catch((error: unknown) => {
    if (isLookupError(error)) return error;
    throw error;
  });
  const hasFailed = isLookupError(linked);
  if (linked !== null && !hasFailed) return linked;
  const page = await searchThreads(dependencies, viewer, input);
  if (hasFailed && page.content.length === 0) throw linked;
  return page;
}

async function searchThreads(
  dependencies: SearchDependencies,
  viewer: Viewer,
  input: SearchInput,
): Promise<FoundThreadsPage> {
  const position = decodePosition(input);
  const query = parseSearchQuery(input.q);
  const gathered = isBlankQuery(query)
    ? null
    : await gather(dependencies, viewer, { query, position, input });
  if (gathered === null) return toPage(input, [], null, 0);

  const { matches, used, newestId } = gathered;
  // One row more than the page shows whether there is a next page.
  const ids = matches.ids.slice(position.skip, position.skip + input.size + 1);
  const pageIds = new Set(ids.slice(0, input.size));
  const { listed } =
    ids.length === 0
      ? { listed: [] }
      : await dependencies.threads.list(viewer, selectInOrder(viewer.userId, ids), {
          filterContext: 'search',
        });

  const highlights = toHighlights(query, used);
  const content = listed
    .filter(({ thread }) => pageIds.has(thread.id))
    .map(({ thread }) => ({ ...thread, matches: findMatches(thread.content, highlights) }));
  const next = nextPosition(input, position, {
    lastId: ids.slice(0, input.size).at(-1),
    newestId,
  });
  const isLast = ids.length <= input.size || next.skip >= relevantMax;
  const usesCorrections = used.correctedWords.size > 0;
  const counted = position.total ?? Math.min(matches.total, searchTotalMax);
  // Filters hide threads of the page, so that the matches are more than it shows.
  const isWhole = isLast && position.skip === 0 && position.belowId === null;
  const total = isWhole ? content.length : counted;
  return toPage(input, content, isLast ? null : { ...next, total, usesCorrections }, total);
}

function nextPosition(
  { sort, size }: SearchInput,
  { belowId, skip }: Position,
  { lastId, newestId }: { lastId: string | undefined; newestId: string | null },
): Pick<Position, 'belowId' | 'skip'> {
  if (sort === 'recent') return { belowId: lastId ?? null, skip: 0 };
  // The clock of another server may be ahead.
  const newestMs = Math.max(...[newId(), newestId ?? lowestIdAt(0)].map(timeOfId));
  return { belowId: belowId ?? lowestIdAt(newestMs + 1), skip: skip + size };
}

interface Search {
  query: SearchQuery;
  position: Position;
  input: SearchInput;
}

interface Gathered {
  matches: Matches;
  used: QueryContext;
  newestId: string | null;
}

/**
 * Returns the matches and the context that was used, with corrected words if there are few matches. Null
 * if no user of `from:` exists.
 */
async function gather(
  { database, lexemeShares }: SearchDependencies,
  { userId }: Viewer,
  search: Search,
): Promise<Gathered | null> {
  const { query, position } = search;
  const range = toRange(search);
  const [read, getShare] = await Promise.all([
    readContext(database, userId, query, range),
    lexemeShares(),
  ]);
  if (read === null) return null;
  const { context, scope } = read;
  const gatherWith = async (used: QueryContext) => {
    const { share, ...match } = toMatchQuery(query, used, getShare);
    const { lists, folders } = query;
    const filter = { ...range, ...match, lists, folders, includesOwn: true };
    const target = { viewerId: userId, ...scope, filter, share };
    const matches = await gatherMatches(database, target, toLimits(search));
    return { matches, used, newestId: scope.newestId };
  };
  const withCorrectedWords = async () => ({
    ...context,
    correctedWords: await findCorrectedWords(database, userId, query),
  });
  if (position.usesCorrections) return gatherWith(await withCorrectedWords());
  const exact = await gatherWith(context);
  if (position.total !== null || exact.matches.total >= enoughResults) return exact;
  const corrected = await withCorrectedWords();
  return corrected.correctedWords.size === 0 ? exact : gatherWith(corrected);
}

/** The ids of threads in the time range and after the position. */
function toRange({ query, position: { belowId }, input: { sort, fromId = '' } }: Search) {
  const dates = toIdRange(query);
  const range = { ...dates, fromId: fromId > dates.fromId ? fromId : dates.fromId };
  if (sort === 'recent') return { ...range, afterId: belowId };
  const isLower = belowId !== null && belowId < range.belowId;
  return { ...range, ...(isLower && { belowId }), afterId: null };
}

function toLimits({ query, position: { skip, total }, input }: Search) {
  const { sort, size, isCounted = true } = input;
  const keep = skip + size + 1;
  const ranking = sort === 'recent' ? null : { query: toRankQuery(query), count: rankedMax };
  const needed = ranking === null ? keep : Math.max(keep, rankedMax);
  const counts = isCounted && total === null;
  return { keep, ranking, needed: counts ? Math.max(needed, searchTotalMax) : needed };
}

function toHighlights({ phrases, tags }: SearchQuery, { correctedWords }: QueryContext) {
  const words = phrases.flatMap((phrase) => [phrase.text, ...(correctedWords.get(phrase) ?? [])]);
  return { phrases: words, tags };
}

function toPage(
  input: SearchInput,
  content: FoundThread[],
  next: Position | null,
  totalElements: number,
): FoundThreadsPage {
  return {
    content,
    page: input.cursor === undefined ? input.page : null,
    size: input.size,
    last: next === null,
    nextCursor: next === null ? null : encodePosition(input, next),
    totalElements,
  };
}

function encodePosition(
  input: SearchInput,
  { belowId, skip, total, usesCorrections }: Position,
): string {
  return encodeCursor([
    version,
    nameCursor(input.sort, input.q),
    belowId,
    skip,
    total,
    usesCorrections,
  ]);
}

function decodePosition(input: SearchInput): Position {
  const { q, sort, page, size, cursor, skip: skipped = page * size, belowId: below = null } = input;
  if (cursor === undefined) {
    return { belowId: below, skip: skipped, total: null, usesCorrections: false };
  }
  const [, name, belowId, skip, total, usesCorrections] = decodeCursor(cursorSchema, cursor) ?? [];
  const isComplete =
    belowId !== undefined &&
    skip !== undefined &&
    total !== undefined &&
    usesCorrections !== undefined;
  if (!isComplete || name !== nameCursor(sort, q)) throw invalidCursor();
  return { belowId, skip, total, usesCorrections };
}
