import { onLive, onLiveState } from '../../../realtime/index.ts';
import type { ChatListener } from '../model/chat-transport.ts';

/** Calls the listener for each chat event of the stream. Returns a function that unsubscribes. */
export function subscribeToChatEvents(listener: ChatListener): () => void {
  let isFirst = true;
  const stops = [
    onLive('message', listener.onMessage),
    onLive('read', listener.onRead),
    onLive('message.deleted', listener.onMessageDeleted),
    onLive('messageChanged', listener.onMessageChanged),
    onLive('conversation', ({ conversationId }) => listener.onConversationChanged(conversationId)),
    onLive('draft', (draft) => listener.onDraftSaved?.(draft)),
    onLive('typing', listener.onTyping),
    onLive('reset', listener.onResync),
    onLiveState((state) => {
      // The first call reports the current state, not a change.
      if (state === 'open' && !isFirst) listener.onResync();
      isFirst = false;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
