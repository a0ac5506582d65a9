import pLimit from 'p-limit';
import type { Signal } from '../../platform/events/bus.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { SignalHandlers } from './handle-signal.ts';
import type { Inbox } from './message-events.ts';

/** Leaves most database connections to requests. */
const concurrentReadsMax = 2;

interface ChangedMessageEventsOptions {
  inbox: Pick<Inbox, 'find'>;
  registry: Pick<ConnectionRegistry, 'find'>;
  send: SignalHandlers['send'];
  onError: (error: unknown) => void;
}

/** Sends a changed message to all members, each as they see it. Its revision orders the events. */
export function createChangedMessageEvents(options: ChangedMessageEventsOptions) {
  const { inbox, registry, send, onError } = options;
  const limit = pLimit(concurrentReadsMax);

  async function sendTo(userId: string, partnerId: string, messageId: string): Promise<void> {
    if (registry.find(userId) === undefined) return;
    try {
      const message = await limit(() => inbox.find(userId, messageId));
      if (message !== null) send(userId, 'messageChanged', message);
    } catch (error) {
      onError(error);
      // The clients reload the conversation.
      send(userId, 'conversation', { partnerId });
    }
  }

  return {
    sendChangedMessage({
      messageId,
      senderId,
      receiverId,
    }: Extract<Signal, { kind: 'message-changed' }>): void {
      void sendTo(senderId, receiverId, messageId);
      void sendTo(receiverId, senderId, messageId);
    },
    sendChangedGroupMessage({
      messageId,
      groupId,
      userIds,
    }: Extract<Signal, { kind: 'group-message' }>): void {
      for (const userId of userIds) void sendTo(userId, groupId, messageId);
    },
  };
}
