import type { Clock } from '../../platform/clock.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Listener } from './audience.ts';

/** Between two looks into the feeds of all who listen. */
const pauseMs = 3000;
/** An entry becomes visible when its transaction ends, shortly after its key was made. */
const settleMs = 500;

export interface FeedCounts {
  /** For each reader with any: the threads new to their Following feed between the keys. */
  countNew(
    readers: readonly { userId: string; after: string }[],
    upTo: string,
  ): Promise<ReadonlyMap<string, number>>;
}

interface FeedTellerOptions {
  feed: FeedCounts;
  clock: Clock;
  listAll: () => readonly Listener[];
  tell: (userId: string, newCount: number) => void;
  onError: (error: unknown) => void;
}

/** Tells everybody of new posts of those they follow, of all with a single statement. */
export function createFeedTeller({ feed, clock, listAll, tell, onError }: FeedTellerOptions) {
  let timer: NodeJS.Timeout | undefined;
  let restUntil = 0;
  let isLooking = false;
  let lastPokeMs = 0;

  async function look(): Promise<void> {
    timer = undefined;
    isLooking = true;
    const upToMs = clock.now().getTime() - settleMs;
    await tellUpTo(lowestIdAt(upToMs)).catch(onError);
    isLooking = false;
    restUntil = performance.now() + pauseMs;
    if (lastPokeMs >= upToMs) schedule();
  }

  async function tellUpTo(upTo: string): Promise<void> {
    // Who came just now is looked after next time.
    const readers = listAll().filter(({ feedKey }) => feedKey < upTo);
    if (readers.length === 0) return;
    const counts = await feed.countNew(
      readers.map(({ userId, feedKey }) => ({ userId, after: feedKey })),
      upTo,
    );
    for (const reader of readers) reader.feedKey = upTo;
    for (const [userId, newCount] of counts) tell(userId, newCount);
  }

  function schedule(): void {
    if (isLooking || timer !== undefined) return;
    const waitMs = Math.max(2 * settleMs, restUntil - performance.now());
    timer = setTimeout(() => void look(), waitMs).unref();
  }

  return {
    /** Somebody has posted. */
    poke: (): void => {
      lastPokeMs = clock.now().getTime();
      schedule();
    },
    stop: (): void => clearTimeout(timer),
  };
}
