import type { ChatTransport, ConversationCallbacks } from './chat-transport.ts';
import type { ChangeAction } from './message-changes.ts';
import { createQueue } from './queue.ts';

interface Options {
  transport: Pick<ChatTransport, 'react'>;
  callbacks: Pick<ConversationCallbacks, 'onReactionFailed'>;
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
      callbacks.onReactionFailed(error);
    }
  };

  return async (messageId: string, emoji: string | null): Promise<void> => {
    dispatch({ type: 'reaction-started', messageId, emoji });
    const isLast = await enqueue(messageId, () => store(messageId, emoji));
    if (isLast) dispatch({ type: 'reaction-ended', messageId });
  };
}
