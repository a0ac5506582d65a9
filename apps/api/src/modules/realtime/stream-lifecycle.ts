import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ClientStreams } from './clients/client-streams.ts';
import type { ConnectionRegistry } from './connections/connection-registry.ts';
import { endBlockedStreams } from './connections/end-blocked-streams.ts';
import type { AccessBlocks } from './connections/end-blocked-streams.ts';
import { aliveIntervalMs } from './connections/shared-stream-limit.ts';
import type { SharedStreamLimit } from './connections/shared-stream-limit.ts';
import { createSessionWatch } from './connections/watch-sessions.ts';
import type { SessionEvents } from './connections/watch-sessions.ts';
import type { StreamEventHandlers } from './events/stream-events.ts';

const tickIntervalMs = 1000;
const sweepIntervalMs = 25_000;

export interface StreamLifecycleDependencies {
  bus: Pick<Bus, 'subscribe'>;
  registry: ConnectionRegistry;
  clientStreams: Pick<ClientStreams, 'listStreams' | 'stop'>;
  events: StreamEventHandlers;
  streamLimit: Pick<SharedStreamLimit, 'publishAlive'>;
  auth: {
    sessionCache: SessionEvents;
    listLiveSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  };
  accessBlocks: AccessBlocks;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Serves the open streams until the server stops: handles signals, and closes streams that must end. */
export function startStreams(dependencies: StreamLifecycleDependencies) {
  const { bus, registry, clientStreams, events, streamLimit, auth, accessBlocks } = dependencies;
  const { clock, onError } = dependencies;
  const listStreams = () => [...registry.listStreams(), ...clientStreams.listStreams()];
  const sessions = createSessionWatch({
    sessionEvents: auth.sessionCache,
    listLive: auth.listLiveSessions,
    listStreams,
    clock,
    onError,
  });
  const unsubscribe = bus.subscribe({ onSignal: events.handleSignal, onGapEnded: events.resync });
  const stopTimers = startTimers([
    [events.checkInboxes, sweepIntervalMs],
    [() => registry.listAll().length > 0 && streamLimit.publishAlive(), aliveIntervalMs],
    [events.tick, tickIntervalMs],
    [sessions.tick, tickIntervalMs],
    [() => endBlockedStreams(accessBlocks, listStreams()), tickIntervalMs],
  ]);
  let isStopped = false;

  return {
    isStopped: (): boolean => isStopped,

    count: (): number => listStreams().length,

    /** Ends all streams; clients reconnect to another server, or to this one after a restart. */
    stop(): void {
      isStopped = true;
      unsubscribe();
      stopTimers();
      events.stop();
      clientStreams.stop();
      sessions.stop();
      for (const { channel } of listStreams()) channel.end();
    },
  };
}

/** Repeats tasks, each after its interval. Returns a function that stops them. */
function startTimers(tasks: readonly (readonly [() => unknown, number])[]): () => void {
  const timers = tasks.map(([task, everyMs]) => setInterval(() => void task(), everyMs).unref());
  return () => timers.forEach((timer) => clearInterval(timer));
}
