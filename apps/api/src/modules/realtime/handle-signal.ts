import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import type { Signal, ThreadSignal } from '../../platform/events/bus.ts';

export interface SignalHandlers {
  /** The user's inbox has new messages. */
  wakeInbox: (userId: string) => void;
  /** The reactions to a message of these users have changed. */
  sendChangedMessage: (signal: Extract<Signal, { kind: 'message-changed' }>) => void;
  sendChangedGroupMessage: (signal: Extract<Signal, { kind: 'group-message' }>) => void;
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
    case 'group-message':
      sendGroupMessageChange(signal, handlers);
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

type GroupMessageSignal = Extract<Signal, { kind: 'group-message' }>;

function sendGroupMessageChange(signal: GroupMessageSignal, handlers: SignalHandlers): void {
  const { change, messageId, groupId, userIds } = signal;
  if (change === 'changed') {
    handlers.sendChangedGroupMessage(signal);
    return;
  }
  for (const userId of userIds)
    handlers.send(userId, 'message.deleted', { messageId, partnerId: groupId });
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
      | 'group-typing'
      | 'group-read'
      | 'announcement-dismissed'
      | 'engagement';
  }
>;

/** Sends a signal that contains all data of its event. */
function sendEvent(signal: SentSignal, send: SignalHandlers['send']): void {
  switch (signal.kind) {
    case 'typing':
      send(signal.partnerId, 'typing', { userId: signal.userId });
      break;
    case 'read': {
      const { readerId, partnerId, upTo } = signal;
      send(readerId, 'read', { userId: readerId, partnerId, upTo });
      send(partnerId, 'read', { userId: readerId, partnerId: readerId, upTo });
      break;
    }
    case 'message-deleted': {
      const { messageId, senderId, receiverId } = signal;
      send(senderId, 'message.deleted', { messageId, partnerId: receiverId });
      send(receiverId, 'message.deleted', { messageId, partnerId: senderId });
      break;
    }
    case 'group-typing': {
      const { groupId, userId } = signal;
      for (const id of signal.userIds) send(id, 'groupTyping', { groupId, userId });
      break;
    }
    case 'group-read': {
      const { readerId, groupId, upTo } = signal;
      for (const id of signal.userIds)
        send(id, 'read', { userId: readerId, partnerId: groupId, upTo });
      break;
    }
    case 'conversation':
      send(signal.userId, 'conversation', { partnerId: signal.partnerId });
      break;
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
      const { userId, partnerId, revision } = signal;
      send(userId, 'draft', { partnerId, revision });
      break;
    }
  }
}
