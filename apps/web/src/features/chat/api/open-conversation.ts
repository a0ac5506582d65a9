import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import type { ChatTransport, ConversationCallbacks } from '../model/chat-transport.ts';
import { Conversation } from '../model/conversation.ts';
import type { ErrorKind } from '../model/conversation-options.ts';
import { createDraftStore } from '../drafts/draft-store.ts';
import { receiveDraft } from '../drafts/sync-drafts.ts';
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
const opened = new WeakMap<QueryClient, Map<string, Conversation>>();

/** The conversation with a user. All callers share one instance and its loaded messages. */
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
    transport: withDrafts(viewerId),
    callbacks: createCallbacks(client, viewerId),
    drafts: createDraftStore(viewerId),
    classifyError,
  });
  conversations.set(partnerId, conversation);
  return conversation;
}

/** Every page contains the draft. */
function withDrafts(viewerId: string): ChatTransport {
  return {
    ...chatClient,
    async loadPage(partnerId, position, signal) {
      const page = await chatClient.loadPage(partnerId, position, signal);
      receiveDraft(viewerId, partnerId, page.draft);
      return page;
    },
  };
}

function createCallbacks(client: QueryClient, viewerId: string): ConversationCallbacks {
  return {
    onSent: (message) => applyMessage(client, viewerId, message),
    onSendFailed: (error) =>
      toast.error(t('chat.sendFailed'), getReason(error), {
        key: 'chat-send',
        ...verificationOptions(error),
      }),
    onReactionFailed: (error) =>
      toast.error(t('chat.actFailed'), getReason(error), { key: 'chat-react' }),
    onEdited: (message) => applyChange(client, message),
    onEditFailed: (error) =>
      toast.error(t('chat.editFailed'), getReason(error), {
        key: 'chat-edit',
        ...verificationOptions(error),
      }),
    onActionFailed: (error) =>
      toast.error(t('chat.actFailed'), getReason(error), { key: 'chat-action' }),
    onRead: (partnerId, upTo) => applyRead(client, partnerId, upTo),
    onReadFailed: () => invalidateChats(client),
    onSettingsChanged: (partnerId, settings) => applySettings(client, partnerId, settings),
    onCleared: (partnerId) => removeConversation(client, partnerId),
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
