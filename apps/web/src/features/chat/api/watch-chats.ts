import type { QueryClient } from '@tanstack/react-query';
import { getSessionUser } from '../../../lib/session/index.ts';
import { isSystemNotificationAllowed } from '../../../lib/system-notification-permission.ts';
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
  const reload = () => void client.invalidateQueries({ queryKey: chatKeys.all });
  return subscribeToChatEvents((event) => {
    if (event.type === 'resync') reload();
    if (event.type === 'resync' || event.type === 'typing') return;
    // Handlers of one promise run in the order in which they were added: so do the events.
    loadApplyChatEvent()
      .then((applyChatEvent) => applyChatEvent(client, viewerId, event))
      .catch(reload);
  });
}

const loadApplyChatEvent = () =>
  withMessages(async () => (await import('./apply-chat-event.ts')).applyChatEvent, 'chat');

async function prefetchConversations(client: QueryClient): Promise<void> {
  const { conversationsQuery } = await import('./conversations.queries.ts');
  await client.infiniteQuery(conversationsQuery);
}
