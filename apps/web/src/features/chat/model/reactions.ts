import type { ChatTransport } from '../api/chat-client.ts';
import type { ConversationCallbacks } from './conversation-options.ts';
import type { ChangeAction } from './conversation-actions.ts';
import { createQueue } from './queue.ts';

interface Options {
  transport: Pick<ChatTransport, 'react'>;
  callbacks: Pick<ConversationCallbacks, 'onFailed'>;
  dispatch: (action: ChangeAction) => void;
}

/**
 * Stores the viewer's reactions, those to one message one after the other. The last one is shown
 * until all are stored.
 */
export function createReactions({ transport, callbacks, dispatch }: Options) {
  const enqueue = createQueue();

  const store = async (messageId: string, emoji: string | null): Promise<void> => {
    try {
      const message = await transport.react(messageId, emoji);
      dispatch({ type: 'message-changed', message });
    } catch (error) {
      callbacks.onFailed('act', error);
    }
  };

  return async (messageId: string, emoji: string | null): Promise<void> => {
    dispatch({ type: 'reaction-started', messageId, emoji });
    const isLast = await enqueue(messageId, () => store(messageId, emoji));
    if (isLast) dispatch({ type: 'reaction-ended', messageId });
  };
}
