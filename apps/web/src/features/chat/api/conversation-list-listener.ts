import type { QueryClient } from '@tanstack/react-query';
import { settleDraft } from '../drafts/draft-store.ts';
import type { ChatListener } from '../model/chat-transport.ts';
import { showSystemNotification } from '../model/system-notification.ts';
import {
  findConversation,
  readChatsAnew,
  showMessage,
  showRead,
  showUnsent,
} from './conversation-cache.ts';

// A system notification names the kind of an attached file.

/** Applies chat events to the cached conversation list and unread counts. */
export function createConversationListListener(
  client: QueryClient,
  viewerId: string,
): ChatListener {
  return {
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
  };
}
