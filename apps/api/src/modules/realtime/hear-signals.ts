import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import type { Signal } from '../../platform/events/bus.ts';

export interface Hearing {
  /** New in the person's inbox. */
  pokeInbox: (userId: string) => void;
  pokeNotifications: (userId: string) => void;
  pokeFeed: () => void;
  tell: <Name extends StreamEventName>(
    userId: string,
    name: Name,
    data: StreamEvents[Name],
  ) => void;
  /** What streams a person has at another server. */
  onStreamsElsewhere: (told: Extract<Signal, { kind: 'streams' }>) => void;
  onServerAlive: (server: string) => void;
}

/** What each signal means to those who listen. */
export function hearSignal(signal: Signal, hearing: Hearing): void {
  const { tell } = hearing;
  switch (signal.kind) {
    case 'message':
      signal.userIds.forEach(hearing.pokeInbox);
      break;
    case 'notification':
      signal.userIds.forEach(hearing.pokeNotifications);
      break;
    case 'feed':
      hearing.pokeFeed();
      break;
    case 'typing':
      tell(signal.partnerId, 'typing', { userId: signal.userId });
      break;
    case 'read': {
      const { readerId, partnerId, upTo } = signal;
      tell(readerId, 'read', { userId: readerId, partnerId, upTo });
      tell(partnerId, 'read', { userId: readerId, partnerId: readerId, upTo });
      break;
    }
    case 'message-deleted': {
      const { messageId, senderId, receiverId } = signal;
      tell(senderId, 'unsent', { messageId, partnerId: receiverId });
      tell(receiverId, 'unsent', { messageId, partnerId: senderId });
      break;
    }
    case 'conversation':
      tell(signal.userId, 'conversation', { partnerId: signal.partnerId });
      break;
    case 'alive':
      hearing.onServerAlive(signal.server);
      break;
    case 'streams':
      hearing.onStreamsElsewhere(signal);
      break;
  }
}
