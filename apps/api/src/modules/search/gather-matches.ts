import type { Database } from '@skein/db';
import { isInLists, readMatches } from './matches.queries.ts';
import type { Match, MatchFilter, Ranking } from './matches.queries.ts';
import { bucketSize, fetchedMax, planRead, updateExpectation } from './plan-read.ts';
import type { Expectation, Span } from './plan-read.ts';
import { quote } from './search-query.ts';
import type { SearchScope } from './search-scope.queries.ts';

export interface MatchSearch extends Pick<
  SearchScope,
  'span' | 'end' | 'documents' | 'unlistedIds'
> {
  viewerId: string;
  filter: MatchFilter;
  /** The estimated share of all documents that match. */
  share: number;
}

export interface MatchLimits {
  /** The number of matches to find, if there are as many. */
  needed: number;
  /** The number of matches to return. */
  keep: number;
  /** Null to return the newest matches. */
  ranking: Ranking | null;
}

export interface Matches {
  /** The number of matches, at most `needed`. */
  total: number;
  /** Ids of threads, the best first. */
  ids: string[];
}

/** Searches from the newest thread backwards until it has found enough matches, often in one read. */
export async function gatherMatches(
  database: Database,
  search: MatchSearch,
  { needed, keep, ranking }: MatchLimits,
): Promise<Matches> {
  const { viewerId, documents, share } = search;
  const { from } = search.span;
  const { unlistedIds } = search;
  const ownIds = search.filter.includesOwn ? [viewerId] : [];
  const filter = excludeUnlisted(search.filter, unlistedIds && [...unlistedIds, ...ownIds]);
  const isIndexed = filter.query !== null;
  const found: Match[] = [];
  let total = 0;
  // Few matches are looked up at all positions, so that those that arrived late are found, too.
  const isRare = filter.query !== null && share * documents <= fetchedMax;
  let below = isRare ? search.span.below : Math.min(search.span.below, search.end);
  let expectation: Expectation = {
    documents,
    share,
    recentShare: share,
    visibleShare: 1,
    documentsMax: Infinity,
  };
  while (below > from && total < needed) {
    const read = planRead({ from, below }, expectation, {
      missing: needed - total,
      isIndexed,
      isInLists: isInLists(filter),
    });
    const result = await readMatches(
      database,
      viewerId,
      read.method === 'buckets' ? withinBuckets(filter, read.span) : filter,
      { ...read, keep, ranking: ranking && skipRanked(ranking, total) },
    );
    found.push(...result.matches);
    total += result.visible;
    // A read with as many matches as it may take did not reach the start of its span.
    const start =
      result.lowest !== null && result.read >= read.take ? result.lowest : read.span.from;
    expectation = updateExpectation(expectation, {
      documents: below - start,
      matched: result.read,
      visible: result.visible,
    });
    below = start;
  }
  const best = found.toSorted(compareMatches).slice(0, keep);
  return { total: Math.min(total, needed), ids: best.map(({ threadId }) => threadId) };
}

function skipRanked({ query, count }: Ranking, ranked: number): Ranking {
  return { query, count: Math.max(count - ranked, 0) };
}

/** Ranked matches first, then the newest. */
function compareMatches(a: Match, b: Match): number {
  if (a.score === b.score) return b.position - a.position;
  return (b.score ?? -Infinity) - (a.score ?? -Infinity);
}

/**
 * Restricts a query to listed threads, and to users with unlisted threads that the viewer may see. So
 * the index skips the threads of private and suspended users, regardless of their number.
 */
function excludeUnlisted(filter: MatchFilter, userIds: readonly string[] | null): MatchFilter {
  if (filter.query === null || userIds === null) return filter;
  const authors = userIds.map((id) => ` | ${quote(`@${id}`)}`);
  return { ...filter, query: `(${filter.query}) & (!'is:unlisted'${authors.join('')})` };
}

function withinBuckets(filter: MatchFilter, { from, below }: Span): MatchFilter {
  const first = Math.floor(from / bucketSize);
  const count = Math.ceil(below / bucketSize) - first;
  const buckets = Array.from({ length: count }, (_, index) => `'in:${first + index}'`);
  return { ...filter, query: `${filter.query} & (${buckets.join(' | ')})` };
}
