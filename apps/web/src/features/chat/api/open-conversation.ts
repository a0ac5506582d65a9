import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import type { ConversationWatcher } from '../model/chat-transport.ts';
import { Conversation } from '../model/conversation.ts';
import type { Failure } from '../model/conversation-options.ts';
import { createDraftStore } from '../drafts/draft-store.ts';
import { chatClient } from './chat-client.ts';
import {
  readChatsAnew,
  removeConversation,
  showMessage,
  showRead,
  showSettings,
  showUnsent,
} from './conversation-cache.ts';

// With the cache of a person, so that nothing passes to the next one.
const opened = new WeakMap<QueryClient, Map<string, Conversation>>();

/** The conversation with somebody: the same for everybody who asks, with all it has loaded. */
export function openConversation(
  client: QueryClient,
  viewerId: string,
  partnerId: string,
): Conversation {
  const conversations = opened.get(client) ?? new Map<string, Conversation>();
  opened.set(client, conversations);
  const known = conversations.get(partnerId);
  if (known) return known;
  const conversation = new Conversation({
    viewerId,
    partnerId,
    transport: chatClient,
    watcher: tellTheApp(client, viewerId),
    drafts: createDraftStore(viewerId),
    judge,
  });
  conversations.set(partnerId, conversation);
  return conversation;
}

function tellTheApp(client: QueryClient, viewerId: string): ConversationWatcher {
  return {
    onSent: (message) => showMessage(client, viewerId, message),
    onSendFailed: (error) => {
      const reason = error instanceof ApiError && error.message !== '' ? error.message : undefined;
      toast.error(t('chat.sendFailed'), reason, { key: 'chat-send' });
    },
    onActFailed: () => void toast.error(t('chat.actFailed')),
    onRead: (partnerId, upTo) => showRead(client, partnerId, upTo),
    onReadFailed: () => readChatsAnew(client),
    onSettings: (partnerId, settings) => showSettings(client, partnerId, settings),
    onCleared: (partnerId) => removeConversation(client, partnerId),
    onUnsent: (messageId, isUnsent) => showUnsent(client, messageId, isUnsent),
  };
}

const tooManyRequests = 429;

function judge(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'unknown';
  // Later the same may well go through.
  if (error.status >= 500 || error.status === tooManyRequests) return 'unknown';
  return error.status === 404 ? 'missing' : 'refused';
}
