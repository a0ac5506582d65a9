import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { ConnectedUser } from '../connections/connection-registry.ts';

/** Pause between two reads of the connected users' feeds. */
const pauseMs = 3000;
/** Entries become visible on commit, shortly after their key was generated. */
const commitLagMs = 500;

export interface FeedCounts {
  /** For each reader with new threads, their number in the Following feed between the keys. */
  countNew(
    readers: readonly { userId: string; after: string }[],
    upTo: string,
  ): Promise<ReadonlyMap<string, number>>;
}

interface FeedEventsOptions {
  feed: FeedCounts;
  clock: Clock;
  listAll: () => readonly ConnectedUser[];
  publish: (userId: string, newCount: number) => void;
  onError: (error: unknown) => void;
}

/** Publishes the number of new posts in the Following feeds, with one statement for all users. */
export function createFeedEvents({ feed, clock, listAll, publish, onError }: FeedEventsOptions) {
  let timer: NodeJS.Timeout | undefined;
  let notBeforeMs = 0;
  let isPublishing = false;
  let lastWakeMs = 0;

  async function publishNew(): Promise<void> {
    timer = undefined;
    isPublishing = true;
    const upToMs = clock.now().getTime() - commitLagMs;
    await publishUpTo(lowestIdAt(upToMs)).catch(onError);
    isPublishing = false;
    notBeforeMs = performance.now() + pauseMs;
    if (lastWakeMs >= upToMs) schedule();
  }

  async function publishUpTo(upTo: string): Promise<void> {
    // Users who have just connected are included next time.
    const readers = listAll().filter(({ feedKey }) => feedKey < upTo);
    if (readers.length === 0) return;
    const counts = await feed.countNew(
      readers.map(({ userId, feedKey }) => ({ userId, after: feedKey })),
      upTo,
    );
    for (const reader of readers) reader.feedKey = upTo;
    for (const [userId, newCount] of counts) publish(userId, newCount);
  }

  function schedule(): void {
    if (isPublishing || timer !== undefined) return;
    const waitMs = Math.max(2 * commitLagMs, notBeforeMs - performance.now());
    timer = setTimeout(() => void publishNew(), waitMs).unref();
  }

  return {
    /** Schedules a read after somebody has posted. */
    wake: (): void => {
      lastWakeMs = clock.now().getTime();
      schedule();
    },
    stop: (): void => clearTimeout(timer),
  };
}
