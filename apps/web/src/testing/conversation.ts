import { vi } from 'vitest';
import type { ChatMessage, ConversationPage } from '@skein/contracts/chat';
import type { ChatTransport } from '../features/chat/api/chat-client.ts';
import type { ChatEvent } from '../features/chat/model/chat-event.ts';
import type { ErrorKind } from '../features/chat/model/conversation-options.ts';
import { emptyDraft } from '../features/chat/model/conversation-state.ts';
import type { Attachment, Draft } from '../features/chat/model/conversation-state.ts';
import { ConversationStore } from '../features/chat/model/conversation-store.ts';
import {
  ada,
  adaConversationId,
  aChatMessage,
  aConversationPage,
  initialSettings,
} from './chat.ts';

const viewerId = 'viewer';

export const aFile = (): Attachment => ({
  id: 'file',
  file: new File(['x'], 'loom.png', { type: 'image/png' }),
  kind: 'image',
  altText: '',
  mediaUrl: null,
});

/** A conversation with a mocked transport and callbacks. */
export function setUp(drafts = new Map<string, Draft>()) {
  const received = new Set<() => void>();
  let areFilesRemoved = false;
  const subscription: { listener: ((event: ChatEvent) => void) | null } = { listener: null };
  const transport = {
    subscribe: vi.fn<ChatTransport['subscribe']>((listener) => {
      subscription.listener = listener;
      return () => {
        subscription.listener = null;
      };
    }),
    loadPage: vi.fn<ChatTransport['loadPage']>(async () => aConversationPage([])),
    upload: vi.fn<ChatTransport['upload']>(async () => '/media/picture.webp'),
    send: vi.fn<ChatTransport['send']>(async (_, { content, clientMessageId }) =>
      sentMessage(content, clientMessageId),
    ),
    editMessage: vi.fn<ChatTransport['editMessage']>(),
    deleteMessage: vi.fn<ChatTransport['deleteMessage']>(async () => undefined),
    react: vi.fn<ChatTransport['react']>(async (id) => aChatMessage({ id, revision: 1 })),
    markRead: vi.fn<ChatTransport['markRead']>(async () => undefined),
    sendTyping: vi.fn<ChatTransport['sendTyping']>(async () => undefined),
    changeSettings: vi.fn<ChatTransport['changeSettings']>(async (_, change) => ({
      ...initialSettings,
      ...change,
    })),
    clear: vi.fn<ChatTransport['clear']>(async () => undefined),
  };
  const callbacks = {
    onSent: vi.fn<(message: ChatMessage) => void>(),
    onFailed: vi.fn<(action: string, error: unknown) => void>(),
    onEdited: vi.fn<(message: ChatMessage) => void>(),
    onRead: vi.fn<(conversationId: string, upTo: string) => void>(),
    onReadFailed: vi.fn<() => void>(),
    onSettingsChanged: vi.fn<() => void>(),
    onCleared: vi.fn<() => void>(),
    onDeletionChanged: vi.fn<(messageId: string, isDeleted: boolean) => void>(),
  };
  const conversation = new ConversationStore({
    viewerId,
    name: ada.id,
    transport,
    callbacks,
    drafts: {
      read: (id) => ({ ...(drafts.get(id) ?? emptyDraft), attachments: [] }),
      readFiles(id) {
        const { attachments } = drafts.get(id) ?? emptyDraft;
        return attachments.length === 0 ? null : Promise.resolve([...attachments]);
      },
      takeLost: () => [],
      areFilesRemoved: () => areFilesRemoved,
      write: ({ conversationId }, draft) => drafts.set(conversationId, draft),
      receive: () => undefined,
      onReceived: (listener) => void received.add(listener),
    },
    classifyError: (error): ErrorKind => (error instanceof RangeError ? 'rejected' : 'unknown'),
  });
  const texts = () => conversation.getState().messages.map(({ content }) => content);
  const receive = (event: ChatEvent) => {
    if (!subscription.listener) throw new Error('No listener is subscribed');
    subscription.listener(event);
  };
  /** Another device or tab has saved the draft. */
  const receiveDraft = (draft: Draft, removed = { areFilesRemoved: false }) => {
    ({ areFilesRemoved } = removed);
    drafts.set(adaConversationId, draft);
    for (const notify of received) notify();
  };
  return {
    conversation,
    transport,
    callbacks,
    drafts,
    receiveDraft,
    subscription,
    texts,
    receive,
  };
}

/** An attached conversation whose first page is loaded. */
export async function setUpOpen(page: ConversationPage = aConversationPage([])) {
  const set = setUp();
  set.transport.loadPage.mockResolvedValueOnce(page);
  const detach = set.conversation.attach();
  await flushPromises();
  return { ...set, detach };
}

export const sentMessage = (content: string, clientMessageId: string) =>
  aChatMessage({ content, clientMessageId, senderId: viewerId, receiverId: ada.id });

/** With fake timers. */
export const flushPromises = () => vi.advanceTimersByTimeAsync(0);
