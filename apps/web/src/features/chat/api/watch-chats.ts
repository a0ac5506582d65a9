import type { QueryClient } from '@tanstack/react-query';
import { getSessionUser } from '../../../lib/session/index.ts';
import { isSystemNotificationAllowed } from '../../../lib/system-notification-permission.ts';
import type { ChatListener } from '../model/chat-transport.ts';
import { subscribeToChatEvents } from './chat-events.ts';
import { chatKeys } from './chat-keys.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

/**
 * Keeps the conversation list and the number of unread messages in step with the event stream. The
 * code that applies events is loaded with the first one, because most visits see none.
 */
export function watchChats(client: QueryClient): () => void {
  const viewerId = getSessionUser()?.id ?? '';
  // The conversation list says which conversations show system notifications.
  if (isSystemNotificationAllowed()) prefetchConversations(client).catch(() => undefined);
  // Handlers of one promise run in the order in which they were added: so do the events.
  const apply = (handle: (listener: ChatListener) => void) => {
    loadListener()
      .then((createListener) => handle(createListener(client, viewerId)))
      .catch(() => client.invalidateQueries({ queryKey: chatKeys.all }));
  };
  return subscribeToChatEvents({
    onMessage: (message) => apply((listener) => listener.onMessage(message)),
    onRead: (read) => apply((listener) => listener.onRead(read)),
    onMessageDeleted: (deletion) => apply((listener) => listener.onMessageDeleted(deletion)),
    onConversationChanged: (conversationId) =>
      apply((listener) => listener.onConversationChanged(conversationId)),
    onMessageChanged: (message) => apply((listener) => listener.onMessageChanged(message)),
    onDraftSaved: (draft) => apply((listener) => listener.onDraftSaved?.(draft)),
    onTyping: () => undefined,
    onResync: () => void client.invalidateQueries({ queryKey: chatKeys.all }),
  });
}

const loadListener = () =>
  withMessages(
    async () => (await import('./conversation-list-listener.ts')).createConversationListListener,
    'chat',
  );

async function prefetchConversations(client: QueryClient): Promise<void> {
  const { conversationsQuery } = await import('./conversations.queries.ts');
  await client.infiniteQuery(conversationsQuery);
}
