import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import type { Signal } from '../../../platform/events/bus.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { createClientMessages } from './client-messages.ts';
import { listSubscribed, sendTo } from './client-stream.ts';
import type { OpenStream, Timeline } from './client-stream.ts';

/** Changed conversations that are found by one read. */
const conversationsPerRead = 20;

export interface ClientConversationEventsDependencies {
  chat: {
    list(
      viewer: Viewer,
      query: { folder: 'inbox'; groups: true; limit: number; isPinnedFirst: false },
    ): Promise<Conversation[]>;
    inbox: { find(userId: string, messageId: string): Promise<ChatMessage | null> };
    isRequest(viewer: Viewer, conversationId: string): Promise<boolean>;
  };
}

type MessageSignal = Extract<Signal, { messageId: string }>;

const isDirect = (timeline: Timeline) => timeline === 'direct';

/** Sends direct messages to streams that have subscribed to them. */
export function createClientConversationEvents(
  { chat }: ClientConversationEventsDependencies,
  streams: ReadonlySet<OpenStream>,
) {
  const listOwn = (userId: string) =>
    listSubscribed(streams, isDirect).filter(({ viewer }) => viewer.userId === userId);

  /** Several messages of one conversation are one event. */
  async function sendConversations(userId: string): Promise<void> {
    const own = listOwn(userId);
    const [first] = own;
    if (first === undefined) return;
    const range = { groups: true, limit: conversationsPerRead } as const;
    const page = { folder: 'inbox', isPinnedFirst: false, ...range } as const;
    for (const conversation of (await chat.list(first.viewer, page)).toReversed()) {
      const due = own.filter((stream) => isNew(stream, conversation));
      if (due.length === 0) continue;
      const [payload] = await first.serializer.conversations(first.viewer, [conversation]);
      if (payload === undefined) continue;
      const messages = createClientMessages('conversation', payload);
      for (const stream of due) sendTo(stream, messages, isDirect);
    }
  }

  async function sendMessageChange(signal: MessageSignal): Promise<void> {
    for (const userId of signal.userIds) {
      const own = listOwn(userId);
      const [first] = own;
      // The direct timeline contains no message requests.
      if (first === undefined || (await chat.isRequest(first.viewer, signal.conversationId)))
        continue;
      const messages = await createChange(first, signal);
      if (messages === null) continue;
      for (const stream of own) sendTo(stream, messages, isDirect);
    }
  }

  async function createChange({ viewer, serializer }: OpenStream, signal: MessageSignal) {
    const { kind, messageId } = signal;
    if (kind === 'message-deleted') return createClientMessages('delete', messageId);
    const message = await chat.inbox.find(viewer.userId, messageId);
    const payload = message && (await serializer.message(viewer, message));
    return payload === null ? null : createClientMessages('status.update', payload);
  }

  return { sendConversations, sendMessageChange };
}

/** Whether the last message is new to the stream. Remembers that it is sent. */
function isNew({ messagesFrom, sentMessages, viewer }: OpenStream, conversation: Conversation) {
  const { conversationId, lastMessage, settings } = conversation;
  if (lastMessage === null || lastMessage.isDeleted || lastMessage.event !== null) return false;
  if (lastMessage.id < messagesFrom || sentMessages.get(conversationId) === lastMessage.id)
    return false;
  sentMessages.set(conversationId, lastMessage.id);
  return !settings.isIgnored || lastMessage.senderId === viewer.userId;
}
