import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import type { LiveSession } from './sessions.repository.ts';

const keptMs = 30_000;
const sessionsMax = 20_000;

/** Who has to know at once that sessions may be over. */
export interface SessionWatcher {
  /** This one ended or changed. */
  onEnd: (sessionId: string) => void;
  /** From now on, and perhaps for a moment already, ends go unheard. */
  onDisconnect: () => void;
}

export type SessionCache = ReturnType<typeof createSessionCache>;

/**
 * What is known of sessions, kept for seconds, so that not every request asks the database. Only
 * while every end of a session is heard of: at the start, and whenever that may not be so, nothing
 * is kept at all.
 */
export function createSessionCache(clock: Clock) {
  let isLive = false;
  // Counts what was heard. What was read before may be outdated by it.
  let heard = 0;
  const watchers = new Set<SessionWatcher>();
  const sessions = new LRUCache<string, { session: LiveSession; readAt: number }>({
    max: sessionsMax,
  });

  return {
    /** The session as kept, or as `load` finds it. */
    async get(id: string, load: () => Promise<LiveSession | null>): Promise<LiveSession | null> {
      const now = clock.now().getTime();
      const kept = sessions.get(id);
      if (kept !== undefined && now - kept.readAt < keptMs) return kept.session;
      const heardBefore = heard;
      const session = await load();
      if (session !== null && isLive && heard === heardBefore) {
        sessions.set(id, { session, readAt: now });
      }
      return session;
    },

    /** This session ended or changed. */
    forget(id: string): void {
      heard += 1;
      sessions.delete(id);
      for (const { onEnd } of watchers) onEnd(id);
    },

    /** Returns what ends it. */
    watch(watcher: SessionWatcher): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },

    /** Whether each end of a session is heard of. */
    get isLive(): boolean {
      return isLive;
    },

    /** From now on each end of a session is heard of. */
    enable(): void {
      isLive = true;
    },

    /** From now on ends of sessions may go unheard. */
    disable(): void {
      isLive = false;
      heard += 1;
      sessions.clear();
      for (const { onDisconnect } of watchers) onDisconnect();
    },
  };
}
