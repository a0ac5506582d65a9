/** A page of the following feed, read by a user with some followees in a database with some threads. */
interface FeedPage {
  threads: number;
  followees: number;
  size: number;
}

export interface MeasuredPage extends FeedPage {
  /** Blocks of 8 kB that PostgreSQL read from its buffers or from the disk. */
  blocks: number;
}

/** What a page costs in one database, in blocks. */
export interface FeedCost {
  /** The number of threads in the database. */
  threads: number;
  fixed: number;
  perThread: number;
  perFollowee: number;
}

/** From here on the feed scans the newest entries of all users instead of looking up each followee. */
const scanFromFollowees = 200;

/** The cost of the pages of one database, from readers with fewer followees than the scan needs. */
export function calibrate(pages: readonly MeasuredPage[]): FeedCost {
  const { threads = 0 } = pages[0] ?? {};
  const lookups = pages.filter(({ followees }) => followees < scanFromFollowees);
  const perThread = slope(lookups, 'size', 'followees');
  const perFollowee = slope(lookups, 'followees', 'size');
  const rests = lookups.map(
    ({ blocks, size, followees }) => blocks - perThread * size - perFollowee * followees,
  );
  return { threads, fixed: mean(rests), perThread, perFollowee };
}

/**
 * Indexes grow by a level when their rows multiply, so the cost of each lookup grows with the logarithm of
 * the threads.
 */
export function extrapolate(small: FeedCost, large: FeedCost, threads: number): FeedCost {
  const steps = Math.log(threads / large.threads) / Math.log(large.threads / small.threads);
  const grow = (name: 'perThread' | 'perFollowee') =>
    large[name] + steps * (large[name] - small[name]);
  return {
    threads,
    fixed: mean([small.fixed, large.fixed]),
    perThread: grow('perThread'),
    perFollowee: grow('perFollowee'),
  };
}

export function predictBlocks(cost: FeedCost, page: Omit<FeedPage, 'threads'>): number {
  const lookups = page.followees < scanFromFollowees ? page.followees : 0;
  return cost.fixed + cost.perThread * page.size + cost.perFollowee * lookups;
}

/** The mean increase of the blocks per unit of `name`, between the ends of its range. */
function slope(
  pages: readonly MeasuredPage[],
  name: 'size' | 'followees',
  other: 'size' | 'followees',
): number {
  const slopes = Object.values(Object.groupBy(pages, (page) => page[other])).flatMap(
    (group = []) => {
      const sorted = group.toSorted((a, b) => a[name] - b[name]);
      const [first, last] = [sorted[0], sorted.at(-1)];
      if (first === undefined || last === undefined || first[name] === last[name]) return [];
      return [(last.blocks - first.blocks) / (last[name] - first[name])];
    },
  );
  return mean(slopes);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
