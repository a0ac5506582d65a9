import { streamEvents } from '@skein/contracts/realtime';
import type { Bus } from '../../platform/events/bus.ts';
import { createEventFormat } from '../../platform/events/event-stream.ts';
import type { EventChannel } from '../../platform/events/event-stream.ts';
import type { Logger } from '../../platform/logger.ts';
import { createClientStreams } from './clients/client-streams.ts';
import type { ClientStreamsDependencies } from './clients/client-streams.ts';
import { createAddressLimit } from './connections/address-limit.ts';
import { createConnectionRegistry } from './connections/connection-registry.ts';
import { openStream } from './connections/open-stream.ts';
import type { StreamRequest } from './connections/open-stream.ts';
import { createSharedStreamLimit } from './connections/shared-stream-limit.ts';
import { createStreamEvents } from './events/stream-events.ts';
import type { StreamEventsDependencies } from './events/stream-events.ts';
import { startStreams } from './stream-lifecycle.ts';
import type { StreamLifecycleDependencies } from './stream-lifecycle.ts';

interface Dependencies
  extends
    Pick<StreamEventsDependencies, 'inbox' | 'clock'>,
    Pick<StreamLifecycleDependencies, 'auth' | 'accessBlocks'> {
  notifications: StreamEventsDependencies['notifications'] &
    ClientStreamsDependencies['notifications'];
  feed: StreamEventsDependencies['feed'] & ClientStreamsDependencies['feed'];
  chat: ClientStreamsDependencies['chat'];
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  logger: Logger;
  /** Open streams per address; for IPv6, per network. */
  streamsPerAddressMax: number;
  verifyResponses: boolean;
}

export type RealtimeModule = ReturnType<typeof createRealtimeModule>;

/** Publishes events to browsers and API clients. */
export function createRealtimeModule(dependencies: Dependencies) {
  const { bus, logger } = dependencies;
  const onError = (error: unknown) => logger.warn({ err: error }, 'streams could not be served');
  const format = createEventFormat(streamEvents, { verify: dependencies.verifyResponses });
  const { acquire: acquireSlot } = createAddressLimit(dependencies.streamsPerAddressMax);
  const streamLimit = createSharedStreamLimit(bus, format);
  const registry = createConnectionRegistry(streamLimit.publishStreams);
  const shared = { ...dependencies, acquireSlot, format, registry, streamLimit, onError };
  const events = createStreamEvents(shared);
  const clientStreams = createClientStreams(shared);
  const lifecycle = startStreams({ ...shared, events, clientStreams });
  return {
    open: (input: StreamRequest, channel: EventChannel): Promise<void> =>
      openStream(
        { ...shared, isStopped: lifecycle.isStopped, onOpened: events.onOpened },
        input,
        channel,
      ),

    /** Finds messages whose signal was lost. */
    sweep: events.checkInboxes,

    /** Opens a stream of a third-party client. */
    openClient: clientStreams.open,

    count: lifecycle.count,
    stop: () => lifecycle.stop(),
  };
}
