import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import type { Signal, ThreadSignal } from '../../../platform/events/bus.ts';

export type ChangedMessageSignal = Extract<Signal, { messageId: string }>;

export interface SignalHandlers {
  /** The user's inbox has new messages. */
  wakeInbox: (userId: string) => void;
  /** A message of these users has changed. */
  sendChangedMessage: (signal: ChangedMessageSignal) => void;
  sendChangedThread: (signal: ThreadSignal) => void;
  wakeNotifications: (userId: string) => void;
  wakeFeed: () => void;
  send: <Name extends StreamEventName>(
    userId: string,
    name: Name,
    data: StreamEvents[Name],
  ) => void;
  /** The user's streams on another server have changed. */
  onRemoteStreams: (signal: Extract<Signal, { kind: 'streams' }>) => void;
  onServerAlive: (server: string) => void;
}

/** Dispatches a signal to its handlers. */
export function handleSignal(signal: Signal, handlers: SignalHandlers): void {
  switch (signal.kind) {
    case 'message':
      signal.userIds.forEach(handlers.wakeInbox);
      break;
    case 'notification':
      signal.userIds.forEach(handlers.wakeNotifications);
      break;
    case 'feed':
      handlers.wakeFeed();
      break;
    case 'message-changed':
      handlers.sendChangedMessage(signal);
      break;
    case 'alive':
      handlers.onServerAlive(signal.server);
      break;
    case 'streams':
      handlers.onRemoteStreams(signal);
      break;
    case 'thread':
      handlers.sendChangedThread(signal);
      break;
    case 'written':
      break;
    default:
      sendEvent(signal, handlers.send);
  }
}

type SentSignal = Extract<
  Signal,
  {
    kind:
      | 'typing'
      | 'read'
      | 'message-deleted'
      | 'conversation'
      | 'draft'
      | 'announcement-dismissed'
      | 'engagement';
  }
>;

/** Sends a signal that contains all data of its event. */
function sendEvent(signal: SentSignal, send: SignalHandlers['send']): void {
  switch (signal.kind) {
    case 'typing': {
      const { conversationId, userId } = signal;
      for (const id of signal.userIds) send(id, 'typing', { conversationId, userId });
      break;
    }
    case 'read': {
      const { conversationId, readerId, upTo } = signal;
      for (const id of signal.userIds) send(id, 'read', { conversationId, userId: readerId, upTo });
      break;
    }
    case 'message-deleted': {
      const { conversationId, messageId } = signal;
      for (const id of signal.userIds) send(id, 'message.deleted', { conversationId, messageId });
      break;
    }
    case 'conversation': {
      const { conversationId } = signal;
      for (const id of signal.userIds) send(id, 'conversation', { conversationId });
      break;
    }
    case 'announcement-dismissed':
      // The other devices read the feed again, without the announcement.
      send(signal.userId, 'feed', { newCount: 0 });
      break;
    case 'engagement': {
      const { userId, threadId, change } = signal;
      send(userId, 'engagement', { threadId, change });
      break;
    }
    case 'draft': {
      const { conversationId, userId, revision } = signal;
      send(userId, 'draft', { conversationId, revision });
      break;
    }
  }
}
