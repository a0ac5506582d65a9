import { onLive, onLiveState } from '../../../realtime/index.ts';
import type { ChatEvent } from '../model/chat-event.ts';

/** Calls the listener for each chat event of the stream. Returns a function that unsubscribes. */
export function subscribeToChatEvents(listener: (event: ChatEvent) => void): () => void {
  let isFirst = true;
  const stops = [
    onLive('message', (message) => listener({ type: 'message', message })),
    onLive('read', (read) => listener({ type: 'read', ...read })),
    onLive('message.deleted', (deletion) => listener({ type: 'message-deleted', ...deletion })),
    onLive('messageChanged', (message) => listener({ type: 'message-changed', message })),
    onLive('conversation', (changed) => listener({ type: 'conversation', ...changed })),
    onLive('draft', (draft) => listener({ type: 'draft', ...draft })),
    onLive('typing', (typing) => listener({ type: 'typing', ...typing })),
    onLive('reset', () => listener({ type: 'resync' })),
    onLiveState((state) => {
      // The first call reports the current state, not a change.
      if (state === 'open' && !isFirst) listener({ type: 'resync' });
      isFirst = false;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
