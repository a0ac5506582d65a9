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

/** Where a search begins or goes on. */
interface Position {
  /**
   * By age, the last thread of the page before. By relevance, an id from the beginning of the search:
   * newer threads would push others down. Null on the first page.
   */
  belowId: string | null;
  skip: number;
  /** Null until it is counted. */
  total: number | null;
  /** Whether words are looked for that may have been meant. */
  usesCorrections: boolean;
}

// With fewer results a word is taken to be mistyped, maybe.
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

/** @throws ValidationError for a cursor that is none of this search's */
export async function searchThreads(
  { database, threads }: SearchDependencies,
  viewer: Viewer,
  input: SearchInput,
): Promise<FoundThreadsPage> {
  const place = decodePosition(input);
  const query = parseSearchQuery(input.q);
  const context = isBlankQuery(query) ? null : await readContext(database, query);
  if (context === null) return toPage(input, [], null, 0);

  const { matches, used } = await gather(database, viewer, { query, context, place, input });
  const source = toSource(viewer, matches.newest, { query, place, input });
  const { listed } = source === null ? { listed: [] } : await threads.list(viewer, source);

  const highlights = toHighlights(query, used);
  const content = listed
    .slice(0, input.size)
    .map(({ thread }) => ({ ...thread, matches: findMatches(thread.content, highlights) }));
  const total = place.total ?? matches.total;
  const next = nextPosition(input, place, {
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
  // Another server's clock may be ahead of this one's.
  const newestMs = Math.max(...[newId(), newestId ?? lowestIdAt(0)].map(timeOfId));
  return { belowId: belowId ?? lowestIdAt(newestMs + 1), skip: skip + size };
}

interface Search {
  query: SearchQuery;
  place: Position;
  input: SearchInput;
}

/** What is found, and with which context: the second look is for words that may have been meant. */
async function gather(
  database: Database,
  viewer: Viewer,
  { query, place, input, context }: Search & { context: QueryContext },
): Promise<{ matches: Matches; used: QueryContext }> {
  const end = place.skip + input.size + 1;
  const keep = input.sort === 'recent' ? end : Math.max(end, rankedMax);
  const [afterId, belowId] =
    input.sort === 'recent' ? [place.belowId, null] : [null, place.belowId];
  const limits = { afterId, keep, isCounted: place.total === null };
  const gatherWith = async (used: QueryContext) => {
    const filter = narrow(toMatchFilter(query, used), belowId);
    return { matches: await gatherMatches(database, viewer.userId, filter, limits), used };
  };
  const withCorrectedWords = async () => ({
    ...context,
    correctedWords: await findCorrectedWords(database, viewer.userId, query),
  });
  if (place.usesCorrections) return gatherWith(await withCorrectedWords());
  const exact = await gatherWith(context);
  if (place.total !== null || exact.matches.total >= enoughResults) return exact;
  const corrected = await withCorrectedWords();
  return corrected.correctedWords.size === 0 ? exact : gatherWith(corrected);
}

function narrow(filter: MatchFilter, belowId: string | null): MatchFilter {
  return belowId !== null && belowId < filter.belowId ? { ...filter, belowId } : filter;
}

/** Null where nothing was found that far down. */
function toSource(
  viewer: Viewer,
  newest: readonly string[],
  { query, place: { skip }, input: { sort, size } }: Search,
) {
  if (newest.length <= skip) return null;
  // One more than the page tells whether it is the last.
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
  const isWhole =
    belowId !== undefined &&
    skip !== undefined &&
    total !== undefined &&
    usesCorrections !== undefined;
  if (!isWhole || name !== nameCursor(sort, q)) throw invalidCursor();
  return { belowId, skip, total, usesCorrections };
}
