import { searchTotalMax } from '@skein/contracts/limits';
import type { FoundThread, FoundThreadsPage } from '@skein/contracts/search';
import type { Database } from '@skein/db';
import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { lowestIdAt, newId, timeOfId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { nameCursor } from './cursor-name.ts';
import { toMatchFilter, toRankQuery } from './match-filter.ts';
import type { QueryContext } from './match-filter.ts';
import { rankedMax, selectNewest, selectRelevant } from './result-order.queries.ts';
import { gatherMatches } from './gather-matches.ts';
import type { Matches } from './gather-matches.ts';
import { findMatches } from './match-ranges.ts';
import type { MatchFilter } from './matches.queries.ts';
import { findCorrectedWords, readContext } from './query-context.ts';
import { isBlankQuery, parseSearchQuery } from './search-query.ts';
import type { SearchQuery } from './search-query.ts';

export interface SearchInput {
  q: string;
  sort: 'relevance' | 'recent';
  page: number;
  size: number;
  cursor?: string | undefined;
}

export interface SearchDependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
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

const version = 1;
const cursorSchema = z.tuple([
  z.literal(version),
  z.string(),
  z.guid(),
  z.int().min(0).max(searchTotalMax),
  z.int().min(0).max(searchTotalMax),
  z.boolean(),
]);

/** @throws ValidationError for a cursor of another search */
export async function searchThreads(
  { database, threads }: SearchDependencies,
  viewer: Viewer,
  input: SearchInput,
): Promise<FoundThreadsPage> {
  const position = decodePosition(input);
  const query = parseSearchQuery(input.q);
  const context = isBlankQuery(query) ? null : await readContext(database, query);
  if (context === null) return toPage(input, [], null, 0);

  const { matches, used } = await gather(database, viewer, { query, context, position, input });
  const source = toSource(viewer, matches.newest, { query, position, input });
  const { listed } = source === null ? { listed: [] } : await threads.list(viewer, source);

  const highlights = toHighlights(query, used);
  const content = listed
    .slice(0, input.size)
    .map(({ thread }) => ({ ...thread, matches: findMatches(thread.content, highlights) }));
  const total = position.total ?? matches.total;
  const next = nextPosition(input, position, {
    lastId: content.at(-1)?.id,
    newestId: matches.newest[0],
  });
  const isLast = listed.length <= input.size || next.skip >= searchTotalMax;
  const usesCorrections = used.correctedWords.size > 0;
  return toPage(input, content, isLast ? null : { ...next, total, usesCorrections }, total);
}

function nextPosition(
  { sort, size }: SearchInput,
  { belowId, skip }: Position,
  { lastId, newestId }: { lastId: string | undefined; newestId: string | undefined },
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

/** Returns the matches and the context that was used, with corrected words if there are few matches. */
async function gather(
  database: Database,
  viewer: Viewer,
  { query, position, input, context }: Search & { context: QueryContext },
): Promise<{ matches: Matches; used: QueryContext }> {
  const end = position.skip + input.size + 1;
  const keep = input.sort === 'recent' ? end : Math.max(end, rankedMax);
  const [afterId, belowId] =
    input.sort === 'recent' ? [position.belowId, null] : [null, position.belowId];
  const limits = { afterId, keep, isCounted: position.total === null };
  const gatherWith = async (used: QueryContext) => {
    const filter = narrow(toMatchFilter(query, used), belowId);
    return { matches: await gatherMatches(database, viewer.userId, filter, limits), used };
  };
  const withCorrectedWords = async () => ({
    ...context,
    correctedWords: await findCorrectedWords(database, viewer.userId, query),
  });
  if (position.usesCorrections) return gatherWith(await withCorrectedWords());
  const exact = await gatherWith(context);
  if (position.total !== null || exact.matches.total >= enoughResults) return exact;
  const corrected = await withCorrectedWords();
  return corrected.correctedWords.size === 0 ? exact : gatherWith(corrected);
}

function narrow(filter: MatchFilter, belowId: string | null): MatchFilter {
  return belowId !== null && belowId < filter.belowId ? { ...filter, belowId } : filter;
}

/** Null if there are no matches at this position. */
function toSource(
  viewer: Viewer,
  newest: readonly string[],
  { query, position: { skip }, input: { sort, size } }: Search,
) {
  if (newest.length <= skip) return null;
  // One row more than the page shows whether there is a next page.
  const take = size + 1;
  if (sort === 'recent') return selectNewest(viewer.userId, newest.slice(skip, skip + take));
  return selectRelevant(viewer.userId, newest, { rankQuery: toRankQuery(query), skip, take });
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

function decodePosition({ q, sort, page, size, cursor }: SearchInput): Position {
  if (cursor === undefined) {
    return { belowId: null, skip: page * size, total: null, usesCorrections: false };
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
