import { streamEvents } from '@skein/contracts/realtime';
import type { Bus } from '../../platform/events/bus.ts';
import { createEventFormat } from '../../platform/events/event-stream.ts';
import type { EventChannel } from '../../platform/events/event-stream.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import type { Stream } from './connection-registry.ts';
import { createAppStreams } from './app-streams.ts';
import type { AppStreamsDependencies } from './app-streams.ts';
import { createAddressLimit } from './address-limit.ts';
import { endBlockedStreams } from './end-blocked-streams.ts';
import type { AccessBlocks } from './end-blocked-streams.ts';
import { openStream } from './open-stream.ts';
import type { StreamRequest } from './open-stream.ts';
import { aliveIntervalMs, createSharedStreamLimit } from './shared-stream-limit.ts';
import { startTimers } from './start-timers.ts';
import { createStreamEvents } from './stream-events.ts';
import type { StreamEventsDependencies } from './stream-events.ts';
import { createSessionWatch } from './watch-sessions.ts';
import type { SessionEvents } from './watch-sessions.ts';

const tickIntervalMs = 1000;
const sweepIntervalMs = 25_000;

interface Dependencies extends Pick<StreamEventsDependencies, 'inbox' | 'clock'> {
  notifications: StreamEventsDependencies['notifications'] &
    AppStreamsDependencies['notifications'];
  feed: StreamEventsDependencies['feed'] & AppStreamsDependencies['feed'];
  chat: AppStreamsDependencies['chat'];
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  auth: {
    sessionCache: SessionEvents;
    listLiveSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  };
  accessBlocks: AccessBlocks;
  logger: Logger;
  /** Open streams per address; for IPv6, per network. */
  streamsPerAddressMax: number;
  verifyResponses: boolean;
}

export type RealtimeModule = ReturnType<typeof createRealtimeModule>;

/** Publishes events to browsers and API clients. */
export function createRealtimeModule(dependencies: Dependencies) {
  const { bus, auth, accessBlocks, inbox, clock, logger } = dependencies;
  const onError = (error: unknown) => logger.warn({ err: error }, 'streams could not be served');
  const format = createEventFormat(streamEvents, { verify: dependencies.verifyResponses });
  const addressLimit = createAddressLimit(dependencies.streamsPerAddressMax);
  const streamLimit = createSharedStreamLimit(bus, format);
  const registry = createConnectionRegistry(streamLimit.publishStreams);
  const events = createStreamEvents({
    ...dependencies,
    registry,
    format,
    remote: {
      onRemoteStreams: (signal) => streamLimit.handleStreams(registry.find(signal.userId), signal),
      onServerAlive: (server) => streamLimit.handleAlive(server),
      reset: streamLimit.reset,
    },
    onError,
  });
  const { acquire: acquireSlot } = addressLimit;
  const apps = createAppStreams({ ...dependencies, acquireSlot, onError });
  const listStreams = () => [...registry.listStreams(), ...apps.listStreams()];
  const { sessionCache: sessionEvents, listLiveSessions: listLive } = auth;
  const sessions = createSessionWatch({ sessionEvents, listLive, listStreams, clock, onError });
  const unsubscribe = bus.subscribe({ onSignal: events.handleSignal, onGapEnded: events.resync });
  const stopTimers = startTimers([
    [events.checkInboxes, sweepIntervalMs],
    [() => registry.listAll().length > 0 && streamLimit.publishAlive(), aliveIntervalMs],
    [events.tick, tickIntervalMs],
    [sessions.tick, tickIntervalMs],
    [() => endBlockedStreams(accessBlocks, listStreams()), tickIntervalMs],
  ]);
  let isStopped = false;

  const openDependencies = {
    inbox,
    clock,
    format,
    acquireSlot,
    isStopped: () => isStopped,
    register(stream: Stream, hasMissed: boolean) {
      events.onOpened(registry.add(stream, lowestIdAt(clock.now().getTime())), hasMissed);
    },
  };
  return {
    open: (input: StreamRequest, channel: EventChannel): Promise<void> =>
      openStream(openDependencies, input, channel),

    /** Finds messages whose signal was lost. */
    sweep: events.checkInboxes,

    /** Opens a stream of a third-party app. */
    openApp: apps.open,

    count: (): number => listStreams().length,

    /** Ends all streams; clients reconnect to another server, or to this one after a restart. */
    stop(): void {
      isStopped = true;
      unsubscribe();
      stopTimers();
      events.stop();
      apps.stop();
      sessions.stop();
      for (const { channel } of listStreams()) channel.end();
    },
  };
}
