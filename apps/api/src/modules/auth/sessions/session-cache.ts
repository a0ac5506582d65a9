import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import type { LiveSession } from './sessions.repository.ts';

const timeToLiveMs = 30_000;
const sessionsMax = 20_000;

/** Gets notified when sessions may have ended. */
export interface SessionWatcher {
  /** This session has ended or changed. */
  onEnd: (sessionId: string) => void;
  /** From now on, or shortly before, ends of sessions may go unreported. */
  onDisconnect: () => void;
}

export type SessionCache = ReturnType<typeof createSessionCache>;

/**
 * Caches sessions for seconds, so that not every request queries the database. Active only while
 * every end of a session is reported; otherwise nothing is cached.
 */
export function createSessionCache(clock: Clock) {
  let isEnabled = false;
  // Counts reported ends. A session read before the latest one may be outdated.
  let endedCount = 0;
  const watchers = new Set<SessionWatcher>();
  const sessions = new LRUCache<string, { session: LiveSession; readAt: number }>({
    max: sessionsMax,
  });

  return {
    /** Returns the cached session, or the result of `load`. */
    async get(id: string, load: () => Promise<LiveSession | null>): Promise<LiveSession | null> {
      const now = clock.now().getTime();
      const cached = sessions.get(id);
      if (cached !== undefined && now - cached.readAt < timeToLiveMs) return cached.session;
      const endedCountBefore = endedCount;
      const session = await load();
      if (session !== null && isEnabled && endedCount === endedCountBefore) {
        sessions.set(id, { session, readAt: now });
      }
      return session;
    },

    /** Removes a session that has ended or changed. */
    forget(id: string): void {
      endedCount += 1;
      sessions.delete(id);
      for (const { onEnd } of watchers) onEnd(id);
    },

    /** Returns a function that unsubscribes. */
    watch(watcher: SessionWatcher): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },

    /** Whether every end of a session is reported. */
    get isEnabled(): boolean {
      return isEnabled;
    },

    /** Every end of a session is reported from now on. */
    enable(): void {
      isEnabled = true;
    },

    /** Ends of sessions may go unreported from now on. */
    disable(): void {
      isEnabled = false;
      endedCount += 1;
      sessions.clear();
      for (const { onDisconnect } of watchers) onDisconnect();
    },
  };
}
