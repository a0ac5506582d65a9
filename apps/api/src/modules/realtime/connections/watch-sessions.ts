import type { Clock } from '../../../platform/clock.ts';

/** An open stream, which ends with its session. */
export interface WatchedStream {
  readonly sessionId: string;
  readonly channel: { end(): void };
}

/** Notifications about ended sessions. */
export interface SessionEvents {
  /** Whether every end of a session is reported. */
  readonly isEnabled: boolean;
  /** Returns a function that unsubscribes. */
  watch(watcher: { onEnd: (sessionId: string) => void; onDisconnect: () => void }): () => void;
}

interface SessionWatchOptions {
  sessionEvents: SessionEvents;
  /** Returns the active sessions, with their expiry times. */
  listLive: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  listStreams: () => readonly WatchedStream[];
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Closes the streams of ended sessions. */
export function createSessionWatch(options: SessionWatchOptions) {
  const { sessionEvents, listLive, listStreams, clock, onError } = options;
  /** When the session of a checked stream expires, in milliseconds of Unix time. */
  const validUntil = new WeakMap<WatchedStream, number>();
  let isChecking = false;

  const unwatch = sessionEvents.watch({
    onEnd(sessionId) {
      const affected = listStreams().filter((stream) => stream.sessionId === sessionId);
      if (affected.length > 0) void check(affected);
    },
    onDisconnect: () => void tick(),
  });

  async function check(streams: readonly WatchedStream[]): Promise<void> {
    // If this fails, the next tick checks them again.
    for (const stream of streams) validUntil.delete(stream);
    try {
      const live = await listLive([...new Set(streams.map(({ sessionId }) => sessionId))]);
      for (const stream of streams) {
        const expiresAt = live.get(stream.sessionId);
        if (expiresAt === undefined) stream.channel.end();
        else validUntil.set(stream, expiresAt.getTime());
      }
    } catch (error) {
      onError(error);
    }
  }

  /** The session of a new stream may have ended while it was opened. */
  function needsCheck(stream: WatchedStream, nowMs: number): boolean {
    return (validUntil.get(stream) ?? 0) <= nowMs;
  }

  /** Called every second. Checks all streams while ends of sessions may go unreported. */
  async function tick(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const nowMs = clock.now().getTime();
    const streams = listStreams();
    const unchecked = sessionEvents.isEnabled
      ? streams.filter((stream) => needsCheck(stream, nowMs))
      : streams;
    if (unchecked.length > 0) await check(unchecked);
    isChecking = false;
  }

  return { tick, stop: unwatch };
}
