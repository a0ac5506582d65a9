import pLimit from 'p-limit';
import type { ConnectionRegistry } from '../connections/connection-registry.ts';
import type { ChangedMessageSignal, SignalHandlers } from './handle-signal.ts';
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

  async function sendTo(
    userId: string,
    { conversationId, messageId }: ChangedMessageSignal,
  ): Promise<void> {
    if (registry.find(userId) === undefined) return;
    try {
      const message = await limit(() => inbox.find(userId, messageId));
      if (message !== null) send(userId, 'messageChanged', message);
    } catch (error) {
      onError(error);
      // The clients reload the conversation.
      send(userId, 'conversation', { conversationId });
    }
  }

  return {
    sendChangedMessage(signal: ChangedMessageSignal): void {
      for (const userId of signal.userIds) void sendTo(userId, signal);
    },
  };
}
