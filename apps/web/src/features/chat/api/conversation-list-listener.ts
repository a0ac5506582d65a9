import type { QueryClient } from '@tanstack/react-query';
import { clearDeliveredDraft } from '../drafts/draft-store.ts';
import { loadDraft } from '../drafts/sync-drafts.ts';
import type { ChatListener } from '../model/chat-transport.ts';
import { showSystemNotification } from '../model/system-notification.ts';
import {
  findConversation,
  getPartnerId,
  invalidateChats,
  applyMessage,
  applyChange,
  applyRead,
  applyDeletion,
} from './conversation-cache.ts';

// A system notification names the kind of an attached file.

/** Applies chat events to the cached conversation list and unread counts. */
export function createConversationListListener(
  client: QueryClient,
  viewerId: string,
): ChatListener {
  return {
    onMessage: (message) => {
      const partnerId = getPartnerId(message, viewerId);
      if (message.senderId !== viewerId && partnerId !== null) {
        showSystemNotification(message, findConversation(client, partnerId), viewerId);
      }
      clearDeliveredDraft(message);
      applyMessage(client, viewerId, message);
    },
    onRead: ({ conversationId, userId, upTo }) => {
      if (userId === viewerId) applyRead(client, conversationId, upTo);
    },
    onMessageDeleted: ({ messageId }) => applyDeletion(client, messageId, true),
    onConversationChanged: () => invalidateChats(client),
    onMessageChanged: (message) => applyChange(client, message),
    onDraftSaved: ({ conversationId, revision }) => {
      const partnerId = findConversation(client, conversationId)?.user.id ?? conversationId;
      void loadDraft(viewerId, { partnerId, revision }).catch(() => undefined);
    },
    onTyping: () => undefined,
    onResync: () => invalidateChats(client),
  };
}
