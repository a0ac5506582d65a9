import type { QueryClient } from '@tanstack/react-query';
import { clearDeliveredDraft } from '../drafts/draft-store.ts';
import { loadDraft } from '../drafts/sync-drafts.ts';
import type { ChatEvent } from '../model/chat-event.ts';
import { showSystemNotification } from '../model/system-notification.ts';
import {
  findConversation,
  invalidateChats,
  applyMessage,
  applyChange,
  applyRead,
  applyDeletion,
} from './conversation-cache.ts';

/** Applies a chat event to the cached conversation list, the unread counts and the stored drafts. */
export function applyChatEvent(client: QueryClient, viewerId: string, event: ChatEvent): void {
  switch (event.type) {
    case 'message': {
      const { message } = event;
      if (message.senderId !== viewerId) {
        const conversation = findConversation(client, message.conversationId);
        showSystemNotification(message, conversation, viewerId);
      }
      clearDeliveredDraft(message);
      applyMessage(client, viewerId, message);
      break;
    }
    case 'read':
      if (event.userId === viewerId) applyRead(client, event.conversationId, event.upTo);
      break;
    case 'message-deleted':
      applyDeletion(client, event.messageId, true);
      break;
    case 'message-changed':
      applyChange(client, event.message);
      break;
    case 'draft':
      void loadDraft(viewerId, event).catch(() => undefined);
      break;
    case 'conversation':
      invalidateChats(client);
      break;
    default:
  }
}
