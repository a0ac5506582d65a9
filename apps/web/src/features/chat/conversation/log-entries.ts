import type { ChatMessage } from '@skein/contracts/chat';
import type { ConversationState, Outgoing } from '../model/conversation-state.ts';
import { applyChanges } from '../model/message-changes.ts';
import type { MessageChanges } from '../model/message-changes.ts';
import { dayKey } from './day-label.ts';

/** A message in the log, sent or still outgoing. */
export interface LogEntry {
  /** Stays the same when an outgoing message is sent, so that React keeps its element. */
  key: string;
  message: ChatMessage;
  /** Null once the server has stored the message. */
  outgoing: Outgoing | null;
}

/** An entry and its position in a group: consecutive messages of one sender within a few minutes. */
export interface GroupedEntry extends LogEntry {
  isFirst: boolean;
  isLast: boolean;
}

export interface LogDay {
  /** In the format of `dayKey`. */
  day: string;
  entries: GroupedEntry[];
}

const groupGapMs = 5 * 60_000;

/** The entries of the log: sent messages, then outgoing ones. */
export function toLogEntries(
  {
    messages,
    outgoing,
    ...changes
  }: Pick<ConversationState, 'messages' | 'outgoing'> & MessageChanges,
  viewerId: string,
): LogEntry[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const context = { viewerId, findLoaded: (id: string) => byId.get(id) };
  const sent = messages.map((message) => ({
    key: message.clientMessageId ?? message.id,
    message: applyChanges(message, changes, context),
    outgoing: null,
  }));
  const pending = outgoing.map((item) => ({
    key: item.clientMessageId,
    message: toTemporaryMessage(item, viewerId),
    outgoing: item,
  }));
  return [...sent, ...pending];
}

/** Splits entries by day and marks the first and last entry of each group. */
export function groupByDay(entries: readonly LogEntry[]): LogDay[] {
  const days: LogDay[] = [];
  for (const entry of entries) {
    const day = dayKey(entry.message.createdAt);
    const current = days.at(-1);
    if (current?.day !== day) {
      days.push({ day, entries: [{ ...entry, isFirst: true, isLast: true }] });
      continue;
    }
    const previous = current.entries.at(-1);
    const isFirst = !previous || !isSameGroup(previous.message, entry.message);
    if (previous && !isFirst) previous.isLast = false;
    current.entries.push({ ...entry, isFirst, isLast: true });
  }
  return days;
}

function isSameGroup(previous: ChatMessage, message: ChatMessage): boolean {
  return (
    previous.senderId === message.senderId &&
    (previous.messageType === 'system') === (message.messageType === 'system') &&
    Date.parse(message.createdAt) - Date.parse(previous.createdAt) < groupGapMs
  );
}

function toTemporaryMessage(
  { clientMessageId, content, attachments, replyTo, createdAt }: Outgoing,
  viewerId: string,
): ChatMessage {
  return {
    id: clientMessageId,
    conversationId: '',
    content,
    senderId: viewerId,
    senderName: '',
    senderAvatar: null,
    receiverId: null,
    receiverName: null,
    receiverAvatar: null,
    group: null,
    messageType: attachments[0]?.kind ?? 'text',
    event: null,
    mentions: [],
    isHidden: false,
    isRequest: false,
    mediaUrl: null,
    media: null,
    attachments: [],
    isRead: false,
    isDeleted: false,
    clientMessageId,
    createdAt,
    editedAt: null,
    replyTo,
    sharedThreadId: null,
    card: null,
    reactions: [],
    revision: 0,
  };
}
