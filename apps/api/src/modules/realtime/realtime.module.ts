import { streamEvents } from '@skein/contracts/realtime';
import type { Bus } from '../../platform/events/bus.ts';
import type { StreamInput } from '../../http/streams/bind-stream.ts';
import { createEventFormat } from '../../http/streams/sse.ts';
import type { EventChannel } from '../../http/streams/sse.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { createAudience } from './audience.ts';
import type { Stream } from './audience.ts';
import { createAddressCounts } from './count-addresses.ts';
import { openStream } from './open-stream.ts';
import { aliveIntervalMs, createSharedLimit } from './share-limit.ts';
import { createTellers } from './tellers.ts';
import type { TellersDependencies } from './tellers.ts';
import { createSessionWatch } from './watch-sessions.ts';
import type { SessionEnds } from './watch-sessions.ts';

const tendIntervalMs = 1000;
const sweepIntervalMs = 25_000;

interface Dependencies extends Pick<
  TellersDependencies,
  'inbox' | 'notifications' | 'feed' | 'clock'
> {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  auth: {
    sessionCache: SessionEnds;
    listLiveSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Date>>;
  };
  logger: Logger;
  /** Open streams of one address; of IPv6, of one network. */
  streamsPerAddressMax: number;
  verifyResponses: boolean;
}

export type StreamsModule = ReturnType<typeof createRealtimeModule>;

/** Tells browsers and programs what happens, while it happens. */
export function createRealtimeModule(dependencies: Dependencies) {
  const { bus, auth, inbox, clock, logger } = dependencies;
  const onError = (error: unknown) => logger.warn({ err: error }, 'streams could not be served');
  const format = createEventFormat(streamEvents, { verify: dependencies.verifyResponses });
  const addresses = createAddressCounts(dependencies.streamsPerAddressMax);
  const sharedLimit = createSharedLimit(bus, format);
  const audience = createAudience(sharedLimit.tell);
  const tellers = createTellers({
    ...dependencies,
    audience,
    format,
    elsewhere: {
      onStreamsElsewhere: (told) => sharedLimit.hear(audience.find(told.userId), told),
      onServerAlive: (server) => sharedLimit.hearAlive(server),
      forget: sharedLimit.forget,
    },
    onError,
  });
  const sessions = createSessionWatch({
    ends: auth.sessionCache,
    listLive: auth.listLiveSessions,
    listStreams: audience.listStreams,
    clock,
    onError,
  });
  const unsubscribe = bus.subscribe({ onSignal: tellers.hear, onGapEnded: tellers.lookAnew });
  const stopTimers = startTimers([
    [tellers.sweepInboxes, sweepIntervalMs],
    [() => audience.listAll().length > 0 && sharedLimit.sayAlive(), aliveIntervalMs],
    [() => tellers.tend(audience.listStreams()), tendIntervalMs],
    [sessions.tend, tendIntervalMs],
  ]);
  let isStopped = false;

  const opening = {
    inbox,
    clock,
    format,
    takePlace: addresses.take,
    isStopped: () => isStopped,
    join(stream: Stream) {
      tellers.pokeInbox(audience.join(stream, lowestIdAt(clock.now().getTime())));
    },
  };
  return {
    open: (input: StreamInput<typeof streamEvents>, channel: EventChannel): Promise<void> =>
      openStream(opening, input, channel),

    /** Finds what no signal told of. */
    sweep: tellers.sweepInboxes,

    count: (): number => audience.listStreams().length,

    /** Ends all streams at once: their readers come back, to another server or the next. */
    stop(): void {
      isStopped = true;
      unsubscribe();
      stopTimers();
      tellers.stop();
      sessions.stop();
      for (const { channel } of audience.listStreams()) channel.end();
    },
  };
}

/** Answers with how to stop them. */
function startTimers(tasks: readonly (readonly [() => unknown, number])[]): () => void {
  const timers = tasks.map(([task, everyMs]) => setInterval(() => void task(), everyMs).unref());
  return () => timers.forEach((timer) => clearInterval(timer));
}
