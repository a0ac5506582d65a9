import type { ChatMessage } from '@skein/contracts/chat';
import type { ConversationState, Outgoing } from '../model/conversation-state.ts';
import { dayKey } from './day-label.ts';

/** A message as it is drawn, or one on its way to becoming one. */
export interface LogEntry {
  /** The same before and after the server has answered, so that nothing is drawn anew. */
  key: string;
  message: ChatMessage;
  /** Null once it is on the server. */
  outgoing: Outgoing | null;
}

/** An entry and its place among those of the same person that follow each other closely. */
export interface PlacedEntry extends LogEntry {
  isFirst: boolean;
  isLast: boolean;
}

export interface LogDay {
  /** As `dayKey` names it. */
  day: string;
  entries: PlacedEntry[];
}

const closeMs = 5 * 60_000;

/** Everything that stands in the log: what is there, and behind it what is on its way. */
export function toLogEntries(
  { messages, unsentIds, outgoing }: Pick<ConversationState, 'messages' | 'unsentIds' | 'outgoing'>,
  people: { viewerId: string; partnerId: string },
): LogEntry[] {
  const sent = messages.map((message) => ({
    key: message.clientMessageId ?? message.id,
    message: unsentIds.has(message.id) ? { ...message, isDeleted: true } : message,
    outgoing: null,
  }));
  const waiting = outgoing.map((item) => ({
    key: item.clientMessageId,
    message: toTemporaryMessage(item, people),
    outgoing: item,
  }));
  return [...sent, ...waiting];
}

/** Parts entries by day, and tells of each where what one said in one go begins and ends. */
export function groupByDay(entries: readonly LogEntry[]): LogDay[] {
  const days: LogDay[] = [];
  for (const entry of entries) {
    const day = dayKey(entry.message.createdAt);
    const current = days.at(-1);
    if (current?.day !== day) {
      days.push({ day, entries: [{ ...entry, isFirst: true, isLast: true }] });
      continue;
    }
    const before = current.entries.at(-1);
    const isFirst = !before || !isClose(before.message, entry.message);
    if (before && !isFirst) before.isLast = false;
    current.entries.push({ ...entry, isFirst, isLast: true });
  }
  return days;
}

function isClose(before: ChatMessage, message: ChatMessage): boolean {
  return (
    before.senderId === message.senderId &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < closeMs
  );
}

function toTemporaryMessage(
  { clientMessageId, content, attachment, createdAt }: Outgoing,
  { viewerId, partnerId }: { viewerId: string; partnerId: string },
): ChatMessage {
  return {
    id: clientMessageId,
    content,
    senderId: viewerId,
    senderName: '',
    senderAvatar: null,
    receiverId: partnerId,
    receiverName: '',
    receiverAvatar: null,
    messageType: attachment?.kind ?? 'text',
    mediaUrl: null,
    media: null,
    isRead: false,
    isDeleted: false,
    clientMessageId,
    createdAt,
  };
}
