import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import type { ConversationCallbacks, ErrorKind } from '../model/conversation-options.ts';
import { ConversationStore } from '../model/conversation-store.ts';
import { createDraftStore } from '../drafts/draft-store.ts';
import { chatClient } from './chat-client.ts';
import { verificationOptions } from '../../auth/email/verification-toast.ts';
import {
  invalidateChats,
  removeConversation,
  applyChange,
  applyMessage,
  applyRead,
  applySettings,
  applyDeletion,
} from './conversation-cache.ts';

// Keyed by query client: each session has its own, so no conversation passes to the next user.
const opened = new WeakMap<QueryClient, ConversationStore[]>();

/**
 * The conversation with this id, or with the user of this id. All callers share one instance and its
 * loaded messages.
 */
export function openConversation(
  client: QueryClient,
  viewerId: string,
  name: string,
): ConversationStore {
  const stores = opened.get(client) ?? [];
  opened.set(client, stores);
  const known = stores.find((store) => store.isNamed(name));
  if (known) return known;
  const store = new ConversationStore({
    viewerId,
    name,
    transport: chatClient,
    callbacks: createCallbacks(client, viewerId),
    drafts: createDraftStore(viewerId),
    classifyError,
  });
  stores.push(store);
  return store;
}

const failures = {
  send: 'chat.sendFailed',
  edit: 'chat.editFailed',
  act: 'chat.actFailed',
} as const;

function createCallbacks(client: QueryClient, viewerId: string): ConversationCallbacks {
  return {
    onSent: (message) => applyMessage(client, viewerId, message),
    onFailed: (action, error) =>
      toast.error(t(failures[action]), getReason(error), {
        key: failures[action],
        ...verificationOptions(error),
      }),
    onEdited: (message) => applyChange(client, message),
    onRead: (conversationId, upTo) => applyRead(client, conversationId, upTo),
    onReadFailed: () => invalidateChats(client),
    onSettingsChanged: (conversationId, settings) =>
      applySettings(client, conversationId, settings),
    onCleared: (conversationId) => removeConversation(client, conversationId),
    onDeletionChanged: (messageId, isDeleted) => applyDeletion(client, messageId, isDeleted),
  };
}

function getReason(error: unknown): string | undefined {
  return error instanceof ApiError && error.message !== '' ? error.message : undefined;
}

const tooManyRequests = 429;

function classifyError(error: unknown): ErrorKind {
  if (!(error instanceof ApiError)) return 'unknown';
  // A retry can succeed.
  if (error.status >= 500 || error.status === tooManyRequests) return 'unknown';
  return error.status === 404 ? 'missing' : 'rejected';
}
