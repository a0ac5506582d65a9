import type { ConversationSettings } from '@skein/contracts/chat';
import type { ConversationOptions } from './conversation-options.ts';
import type { ConversationAction } from './conversation-actions.ts';
import type { ConversationState } from './conversation-state.ts';

type Options = Pick<ConversationOptions, 'transport' | 'callbacks'> & {
  getState: () => ConversationState;
  dispatch: (action: ConversationAction) => void;
};

export interface Settings {
  change: (change: Partial<ConversationSettings>) => Promise<void>;
  /** Whether a change is being stored: other responses may predate it. */
  isChanging: () => boolean;
  /** Removes the messages for the viewer. Resolves to whether they were removed. */
  clear: () => Promise<boolean>;
}

/** What the viewer changes about the conversation for themselves. */
export function createSettings({ transport, callbacks, getState, dispatch }: Options): Settings {
  let pendingCount = 0;
  return {
    async change(change) {
      const { conversation, settings: before } = getState();
      if (conversation === null) return;
      const apply = (settings: ConversationSettings) => {
        dispatch({ type: 'settings-changed', settings });
        callbacks.onSettingsChanged(conversation.conversationId, settings);
      };
      apply({ ...before, ...change });
      pendingCount += 1;
      try {
        apply(await transport.changeSettings(conversation, change));
      } catch (error) {
        apply(before);
        callbacks.onFailed('act', error);
      }
      pendingCount -= 1;
    },
    isChanging: () => pendingCount > 0,
    async clear() {
      const { conversation } = getState();
      if (conversation === null) return false;
      try {
        await transport.clear(conversation);
      } catch (error) {
        callbacks.onFailed('act', error);
        return false;
      }
      dispatch({ type: 'cleared' });
      callbacks.onCleared(conversation.conversationId);
      return true;
    },
  };
}
