import type { QueryClient } from '@tanstack/react-query';
import { clearDeliveredDraft } from '../drafts/draft-store.ts';
import { loadDraft } from '../drafts/sync-drafts.ts';
import type { ChatListener } from '../model/chat-transport.ts';
import { showSystemNotification } from '../model/system-notification.ts';
import {
  findConversation,
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
      if (message.receiverId === viewerId) {
        showSystemNotification(message, findConversation(client, message.senderId)?.settings);
      }
      clearDeliveredDraft(message);
      applyMessage(client, viewerId, message);
    },
    onRead: ({ userId, partnerId, upTo }) => {
      if (userId === viewerId) applyRead(client, partnerId, upTo);
    },
    onMessageDeleted: ({ messageId }) => applyDeletion(client, messageId, true),
    onConversationChanged: () => invalidateChats(client),
    onMessageChanged: (message) => applyChange(client, message),
    onDraftSaved: (draft) => void loadDraft(viewerId, draft).catch(() => undefined),
    onTyping: () => undefined,
    onResync: () => invalidateChats(client),
  };
}
