import type { streamEvents } from '@skein/contracts/realtime';
import { streamResumeMax } from '@skein/contracts/limits';
import type { Viewer } from '../../../platform/viewer.ts';
import type { EventChannel, EventFormat } from '../../../platform/events/event-stream.ts';
import type { Clock } from '../../../platform/clock.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { isId, lowestIdAt, newId } from '../../../platform/ids.ts';
import type { ConnectedUser, ConnectionRegistry } from './connection-registry.ts';
import type { Inbox } from '../events/message-events.ts';

interface OpenDependencies {
  inbox: Inbox;
  clock: Clock;
  format: EventFormat<typeof streamEvents>;
  acquireSlot: (address: string | undefined) => () => void;
  isStopped: () => boolean;
  registry: Pick<ConnectionRegistry, 'add'>;
  /** @param hasMissed there are messages after the last event that the client has received */
  onOpened: (user: ConnectedUser, hasMissed: boolean) => void;
}

export interface StreamRequest {
  viewer: Viewer;
  query: { lastEventId?: string | undefined };
  /** The `Last-Event-ID` request header. */
  lastEventId: string | undefined;
  context: { address: string | undefined };
}

/**
 * Starts a stream after the last event that the client has received, or with the next event.
 * @throws RateLimitedError, UnavailableError
 */
export async function openStream(
  dependencies: OpenDependencies,
  { viewer, query, lastEventId, context: { address } }: StreamRequest,
  channel: EventChannel,
): Promise<void> {
  const { inbox, clock, format, registry } = dependencies;
  channel.onceClosed(dependencies.acquireSlot(address));
  const { userId, sessionId } = viewer;
  // On a reconnect, browsers send the header, which is then newer than the query parameter.
  const start = await findStart(inbox, userId, lastEventId ?? query.lastEventId);
  if (dependencies.isStopped()) throw new UnavailableError('error.serverStopping');
  channel.start();
  if (!channel.isOpen) return;
  channel.send(format('connected', { userId, serverTime: clock.now().toISOString() }));
  if (start.mustReset) channel.send(format('reset', {}));
  const { cursor, hasMissed } = start;
  const stream = { id: newId(), userId, sessionId, address, channel, cursor };
  const user = registry.add(stream, lowestIdAt(clock.now().getTime()));
  dependencies.onOpened(user, hasMissed);
}

/** Read before anything is sent: later commits arrive by the stream. */
async function findStart(inbox: Inbox, userId: string, lastEventId: string | undefined) {
  const [last, seen] = await Promise.all([
    inbox.lastPosition(userId),
    lastEventId !== undefined && isId(lastEventId) ? inbox.findPosition(userId, lastEventId) : null,
  ]);
  const mustReset = seen !== null && last - seen > streamResumeMax;
  const cursor = mustReset ? last : (seen ?? last);
  return { cursor, mustReset, hasMissed: cursor < last };
}
