import type { Clock } from '../../platform/clock.ts';
import type { Stream } from './audience.ts';

/** Sessions that are over, as the streams' module wants to know of them. */
export interface SessionEnds {
  /** Whether the end of any session is heard of. */
  readonly isLive: boolean;
  /** Returns what ends it. */
  watch(watcher: { onEnd: (sessionId: string) => void; onDisconnect: () => void }): () => void;
}

interface SessionWatchOptions {
  ends: SessionEnds;
  /** Of these sessions, those that are good, and until when. */
  listLive: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  listStreams: () => readonly Stream[];
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Ends the streams of sessions that are over. */
export function createSessionWatch(options: SessionWatchOptions) {
  const { ends, listLive, listStreams, clock, onError } = options;
  /** Until when a stream's session is known to be good. */
  const known = new WeakMap<Stream, Date>();
  let isChecking = false;

  const unwatch = ends.watch({
    onEnd(sessionId) {
      const concerned = listStreams().filter((stream) => stream.sessionId === sessionId);
      if (concerned.length > 0) void check(concerned);
    },
    onDisconnect: () => void tend(),
  });

  async function check(streams: readonly Stream[]): Promise<void> {
    // Should this fail they are looked at again.
    for (const stream of streams) known.delete(stream);
    try {
      const live = await listLive([...new Set(streams.map(({ sessionId }) => sessionId))]);
      for (const stream of streams) {
        const expiresAt = live.get(stream.sessionId);
        if (expiresAt === undefined) stream.channel.end();
        else known.set(stream, expiresAt);
      }
    } catch (error) {
      onError(error);
    }
  }

  /** A stream just opened may have missed the end of its session. */
  function mustBeChecked(stream: Stream, now: Date): boolean {
    const expiresAt = known.get(stream);
    return expiresAt === undefined || expiresAt <= now;
  }

  /** To be called every second: while ends may go unheard, all are looked at. */
  async function tend(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const now = clock.now();
    const streams = listStreams();
    const doubtful = ends.isLive ? streams.filter((stream) => mustBeChecked(stream, now)) : streams;
    if (doubtful.length > 0) await check(doubtful);
    isChecking = false;
  }

  return { tend, stop: unwatch };
}
