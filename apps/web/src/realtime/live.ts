import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import { getSessionUser } from '../lib/session/index.ts';
import { keepConnected } from './connection.ts';
import { createCauseFinder } from './find-cause.ts';
import { createHub } from './hub.ts';
import type { LiveState } from './hub.ts';
import { openEventSource } from './open-stream.ts';
import { joinTabs } from './tab.ts';

const hub = createHub();
let leave: (() => void) | null = null;

/**
 * Calls the handler for each such event, in whatever tab the stream is. Messages arrive once and
 * in order, over cut connections too; other events may be missed while it is cut, so that what they
 * tell of has to be read anew when the state is 'open' again. `reset` tells that messages may be
 * missing as well: also when the stream begins, after what was read before. Returns how to stop.
 */
export function onLive<Name extends StreamEventName>(
  name: Name,
  handler: (event: StreamEvents[Name]) => void,
): () => void {
  return hub.on(name, handler);
}

/** Calls the handler with how the stream is, now and whenever that changes. Returns how to stop. */
export function onLiveState(handler: (state: LiveState) => void): () => void {
  return hub.onState(handler);
}

/** Begins to listen for whoever is signed in, with the connection that all tabs share. */
export function startLive(): void {
  const userId = getSessionUser()?.id;
  if (leave || userId === undefined) return;
  leave = joinTabs(
    // Nothing passes from one person to the next, even if a tab is late to notice the change.
    `live:${userId}`,
    hub,
    (tab) =>
      keepConnected({
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

/** Listens no more; another tab takes the connection over. */
export function stopLive(): void {
  leave?.();
  leave = null;
  hub.setState('closed');
}
