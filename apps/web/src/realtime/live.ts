import { streamEventNames } from '@skein/contracts/constants';
import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import { getSessionUser } from '../lib/session/index.ts';
import { openConnection } from './connection.ts';
import { createCauseFinder } from './failure-cause.ts';
import { createStreamEmitter } from './stream-emitter.ts';
import type { LiveState } from './stream-emitter.ts';
import { openEventSource } from './open-stream.ts';
import { shareConnection } from './shared-connection.ts';

const emitter = createStreamEmitter();
let disconnect: (() => void) | null = null;

/**
 * Calls the handler for each event with this name, whichever tab has the stream. Messages arrive
 * once and in order, even after a broken connection. Other events may be missed while the stream is
 * broken, so their queries must be refetched when the state is 'open' again. `reset` means that
 * messages may be missing too, also when the stream starts. Returns a function to unsubscribe.
 */
export function onLive<Name extends StreamEventName>(
  name: Name,
  handler: (event: StreamEvents[Name]) => void,
): () => void {
  return emitter.on(name, handler);
}

/** Calls the handler with the state of the stream, now and with each change. Returns a function to unsubscribe. */
export function onLiveState(handler: (state: LiveState) => void): () => void {
  return emitter.onState(handler);
}

/** Starts receiving events for the signed-in user, over the connection that all tabs share. */
export function startLive(): void {
  const userId = getSessionUser()?.id;
  if (disconnect || userId === undefined) return;
  disconnect = shareConnection(
    // The data of one user must not reach the next, even if a tab notices the change late. A tab of
    // another release passes on only the events that it knows.
    `live:${userId}:${streamEventNames.length}`,
    emitter,
    (tab) =>
      openConnection({
        ...tab,
        userId,
        openStream: openEventSource,
        findCause: createCauseFinder(),
      }),
    {
      // Missing on pages without https.
      locks: 'locks' in navigator ? navigator.locks : null,
      openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : null,
    },
  );
}

/** Disconnects. Another tab may open a connection. */
export function stopLive(): void {
  disconnect?.();
  disconnect = null;
  emitter.setState('closed');
}
