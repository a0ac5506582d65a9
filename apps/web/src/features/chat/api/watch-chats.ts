import type { QueryClient } from '@tanstack/react-query';
import { enChat } from '../../../lib/i18n/en-chat.ts';
import { addMessages } from '../../../lib/i18n/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { chatTransport } from './chat-transport.ts';
import { conversationsQuery } from './conversations.queries.ts';
import {
  findConversation,
  readChatsAnew,
  showMessage,
  showRead,
  showUnsent,
} from './conversation-cache.ts';
import { settleDraft } from '../model/draft-store.ts';
import { maySystemNotify, showSystemNotification } from '../model/system-notification.ts';

// A notification of the system names what kind of file came.
addMessages(enChat);

/** Keeps the list of chats and the number of unread messages in step with the stream of events. */
export function watchChats(client: QueryClient): () => void {
  const viewerId = getSessionUser()?.id ?? '';
  // Of which conversations one wants to be told, their list says.
  if (maySystemNotify()) client.infiniteQuery(conversationsQuery).catch(() => undefined);
  return chatTransport.listen({
    onMessage: (message) => {
      if (message.receiverId === viewerId) {
        showSystemNotification(message, findConversation(client, message.senderId)?.settings);
      }
      settleDraft(message);
      showMessage(client, viewerId, message);
    },
    onRead: ({ userId, partnerId, upTo }) => {
      if (userId === viewerId) showRead(client, partnerId, upTo);
    },
    onUnsent: ({ messageId }) => showUnsent(client, messageId, true),
    onSideChanged: () => readChatsAnew(client),
    onTyping: () => undefined,
    onGap: () => readChatsAnew(client),
  });
}
