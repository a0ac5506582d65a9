import type { streamEvents } from '@skein/contracts/realtime';
import { streamResumeMax } from '@skein/contracts/limits';
import type { StreamInput } from '../../http/streams/bind-stream.ts';
import type { EventChannel, EventFormat } from '../../http/streams/sse.ts';
import type { Clock } from '../../platform/clock.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Stream } from './audience.ts';
import type { Inbox } from './deliver-messages.ts';

interface OpenDependencies {
  inbox: Inbox;
  clock: Clock;
  format: EventFormat<typeof streamEvents>;
  takePlace: (address: string | undefined) => () => void;
  isStopped: () => boolean;
  join: (stream: Stream) => void;
}

/**
 * Starts a stream where the reader's last one ended, or with what comes from now on.
 * @throws RateLimitedError, UnavailableError
 */
export async function openStream(
  { inbox, clock, format, takePlace, isStopped, join }: OpenDependencies,
  { viewer, query, lastEventId, address }: StreamInput<typeof streamEvents>,
  channel: EventChannel,
): Promise<void> {
  channel.onceClosed(takePlace(address));
  const { userId, sessionId } = viewer;
  // The header is what a browser adds by itself when it connects again, and so the newer of the two.
  const start = await findStart(inbox, userId, lastEventId ?? query.lastEventId);
  if (isStopped()) throw new UnavailableError('The server is stopping. Please try again soon.');
  channel.start();
  if (!channel.isOpen) return;
  channel.send(format('connected', { userId, serverTime: clock.now().toISOString() }));
  if (start.isTooFar) channel.send(format('reset', {}));
  join({ id: newId(), userId, sessionId, channel, cursor: start.cursor, heldUpSince: null });
}

/** Before anything is sent: whatever is committed later comes by the stream. */
async function findStart(inbox: Inbox, userId: string, lastEventId: string | undefined) {
  const [last, seen] = await Promise.all([
    inbox.lastPosition(userId),
    lastEventId !== undefined && isId(lastEventId) ? inbox.positionOf(userId, lastEventId) : null,
  ]);
  const isTooFar = seen !== null && last - seen > streamResumeMax;
  return { cursor: isTooFar ? last : (seen ?? last), isTooFar };
}
