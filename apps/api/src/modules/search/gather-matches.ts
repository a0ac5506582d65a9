import { searchTotalMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { listUnlistedUsers, readMatches, readSpan, bucketSize } from './matches.queries.ts';
import type { MatchFilter, Span } from './matches.queries.ts';
import { quote } from './search-query.ts';

/** How many of all are wanted. */
export interface MatchLimits {
  /** Only those older than this thread; null for all. */
  afterId: string | null;
  /** How many of the newest. */
  keep: number;
  /** Whether they are to be counted, which is more to read. */
  isCounted: boolean;
}

export interface Matches {
  /** All there are, at most `searchTotalMax`; where that was not asked for, those looked at. */
  total: number;
  /** Ids of threads, the newest first. */
  newest: string[];
}

// What a first look says of how often something is found holds only so far.
const growthMax = 8;
const firstBuckets = 2;
// Naming more stretches costs more than looking at everything else that matches.
const bucketLexemesMax = 256;
// Each is another entry to look up in the index.
const unlistedUsersMax = 200;

/**
 * Finds from the newest backwards, in stretches sized by how much the ones before gave: whatever is
 * looked for in however many threads, it is a few times ten thousand rows that are looked at.
 */
export async function gatherMatches(
  database: Database,
  viewerId: string,
  filter: MatchFilter,
  { afterId, keep, isCounted }: MatchLimits,
): Promise<Matches> {
  const all = await readSpan(database, filter, afterId);
  const shown = await excludeUnlisted(database, viewerId, filter.query);
  const wanted = isCounted ? searchTotalMax : keep;
  const newest: string[] = [];
  let total = 0;
  let span = { from: startOfBuckets(all.below, firstBuckets), below: all.below };
  while (span.below > Math.max(all.from, 0)) {
    const query = withinSpan(shown, span);
    const options = { span, keep: Math.max(keep - newest.length, 0) };
    const found = await readMatches(database, viewerId, { ...filter, query }, options);
    newest.push(...found.newest.slice(0, options.keep));
    total += found.total;
    if (total >= wanted) break;
    span = nextSpan(span, found.total, wanted - total);
  }
  return { total: Math.min(total, searchTotalMax), newest };
}

/** The stretches below, as many as what is missing should take by the density found so far. */
function nextSpan({ from, below }: Span, found: number, missing: number): Span {
  const read = Math.ceil((below - from) / bucketSize);
  const needed = found === 0 ? Infinity : Math.ceil((missing / found) * read * 1.3);
  return { from: startOfBuckets(from, Math.min(needed, read * growthMax)), below: from };
}

function startOfBuckets(below: number, count: number): number {
  return Math.max(0, (Math.ceil(below / bucketSize) - count) * bucketSize);
}

/**
 * The words, in threads that are listed or by users with unlisted threads that the viewer may see.
 * The index alone then skips the threads of private and suspended users, however many match.
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

/** The words, within the stretches of a span: these are in the index, too. */
function withinSpan(query: string | null, { from, below }: Span): string | null {
  if (query === null) return null;
  const first = Math.floor(from / bucketSize);
  const count = Math.ceil(below / bucketSize) - first;
  if (first === 0 || count > bucketLexemesMax) return query;
  const marks = Array.from({ length: count }, (_, index) => `'in:${first + index}'`);
  return `${query} & (${marks.join(' | ')})`;
}
