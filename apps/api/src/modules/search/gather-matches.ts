import { searchTotalMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { readMatches, readSpan, stretchLength } from './matches.queries.ts';
import type { Match, MatchFilter, Span } from './matches.queries.ts';

/** How many of all are wanted. */
export interface Extent {
  /** Only those below this position; null for all. */
  below: number | null;
  /** How many of the newest. */
  keep: number;
  /** Whether they are to be counted, which is more to read. */
  isCounted: boolean;
}

export interface Gathered {
  /** All there are, at most `searchTotalMax`; where that was not asked for, those looked at. */
  total: number;
  /** The newest first. */
  newest: Match[];
  /** Above all positions there were when the search began. */
  below: number;
}

// What a first look says of how often something is found holds only so far.
const growthMax = 8;
const firstStretches = 2;
// Naming more stretches costs more than looking at everything else that matches.
const namedStretchesMax = 256;

/**
 * Finds from the newest backwards, in stretches sized by how much the ones before gave: whatever is
 * looked for in however many threads, it is a few times ten thousand rows that are looked at.
 */
export async function gatherMatches(
  database: Database,
  viewerId: string,
  filter: MatchFilter,
  { below, keep, isCounted }: Extent,
): Promise<Gathered> {
  const all = await readSpan(database, filter);
  const top = Math.min(below ?? Infinity, all.below);
  const wanted = isCounted ? searchTotalMax : keep;
  const newest: Match[] = [];
  let total = 0;
  let span = { from: startOfStretches(top, firstStretches), below: top };
  while (span.below > Math.max(all.from, 0)) {
    const query = withinSpan(filter.query, span);
    const options = { span, keep: Math.max(keep - newest.length, 0) };
    const found = await readMatches(database, viewerId, { ...filter, query }, options);
    newest.push(...found.newest.slice(0, options.keep));
    total += found.total;
    if (total >= wanted) break;
    span = nextSpan(span, found.total, wanted - total);
  }
  return { total: Math.min(total, searchTotalMax), newest, below: top };
}

/** The stretches below, as many as what is missing should take by the density found so far. */
function nextSpan({ from, below }: Span, found: number, missing: number): Span {
  const read = Math.ceil((below - from) / stretchLength);
  const needed = found === 0 ? Infinity : Math.ceil((missing / found) * read * 1.3);
  return { from: startOfStretches(from, Math.min(needed, read * growthMax)), below: from };
}

function startOfStretches(below: number, count: number): number {
  return Math.max(0, (Math.ceil(below / stretchLength) - count) * stretchLength);
}

/** The words, within the stretches of a span: these are in the index, too. */
function withinSpan(query: string | null, { from, below }: Span): string | null {
  if (query === null) return null;
  const first = Math.floor(from / stretchLength);
  const count = Math.ceil(below / stretchLength) - first;
  if (first === 0 || count > namedStretchesMax) return query;
  const marks = Array.from({ length: count }, (_, index) => `'in:${first + index}'`);
  return `${query} & (${marks.join(' | ')})`;
}
