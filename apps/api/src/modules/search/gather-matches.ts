import { searchTotalMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { listUnlistedUsers, readMatches, readSpan, bucketSize } from './matches.queries.ts';
import type { MatchFilter, Span } from './matches.queries.ts';
import { quote } from './search-query.ts';

/** The limits of a search for matches. */
export interface MatchLimits {
  /** Only threads older than this one; null for all. */
  afterId: string | null;
  /** The number of the newest matches to return. */
  keep: number;
  /** Whether to count the matches, which reads more rows. */
  isCounted: boolean;
}

export interface Matches {
  /** The number of matches, at most `searchTotalMax`; if `isCounted` is false, of those read. */
  total: number;
  /** Ids of threads, newest first. */
  newest: string[];
}

// The density of the first matches allows only a limited extrapolation.
const growthMax = 8;
const firstBuckets = 2;
// Beyond this number, bucket lexemes cost more than reading all matches.
const bucketLexemesMax = 256;
// Each user is a further index lookup.
const unlistedUsersMax = 200;

/**
 * Searches from the newest thread backwards, in ranges of buckets. The size of each range depends on
 * the density of the matches so far. Every search reads at most some ten thousand rows.
 */
export async function gatherMatches(
  database: Database,
  viewerId: string,
  filter: MatchFilter,
  { afterId, keep, isCounted }: MatchLimits,
): Promise<Matches> {
  const all = await readSpan(database, filter, afterId);
  const shown = await excludeUnlisted(database, viewerId, filter.query);
  const needed = isCounted ? searchTotalMax : keep;
  const newest: string[] = [];
  let total = 0;
  let span = { from: startOfBuckets(all.below, firstBuckets), below: all.below };
  while (span.below > Math.max(all.from, 0)) {
    const query = withinSpan(shown, span);
    const options = { span, keep: Math.max(keep - newest.length, 0) };
    const page = await readMatches(database, viewerId, { ...filter, query }, options);
    newest.push(...page.newest.slice(0, options.keep));
    total += page.total;
    if (total >= needed) break;
    span = nextSpan(span, page.total, needed - total);
  }
  return { total: Math.min(total, searchTotalMax), newest };
}

/** The next range: the number of buckets that the missing matches need at the current density. */
function nextSpan({ from, below }: Span, matched: number, missing: number): Span {
  const read = Math.ceil((below - from) / bucketSize);
  const needed = matched === 0 ? Infinity : Math.ceil((missing / matched) * read * 1.3);
  return { from: startOfBuckets(from, Math.min(needed, read * growthMax)), below: from };
}

function startOfBuckets(below: number, count: number): number {
  return Math.max(0, (Math.ceil(below / bucketSize) - count) * bucketSize);
}

/**
 * Restricts a query to listed threads, and to users with unlisted threads that the viewer may see. So
 * the index skips the threads of private and suspended users, regardless of their number.
 */
async function excludeUnlisted(
  database: Database,
  viewerId: string,
  query: string | null,
): Promise<string | null> {
  if (query === null) return null;
  const ids = await listUnlistedUsers(database, viewerId, unlistedUsersMax + 1);
  if (ids.length > unlistedUsersMax) return query;
  const authors = ids.map((id) => ` | ${quote(`@${id}`)}`);
  return `(${query}) & (!'is:unlisted'${authors.join('')})`;
}

/** Restricts a query to the buckets of a span, which are lexemes in the index. */
function withinSpan(query: string | null, { from, below }: Span): string | null {
  if (query === null) return null;
  const first = Math.floor(from / bucketSize);
  const count = Math.ceil(below / bucketSize) - first;
  if (first === 0 || count > bucketLexemesMax) return query;
  const buckets = Array.from({ length: count }, (_, index) => `'in:${first + index}'`);
  return `${query} & (${buckets.join(' | ')})`;
}
