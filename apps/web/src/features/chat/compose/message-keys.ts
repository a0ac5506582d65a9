import type { KeyboardEvent } from 'react';
import { isEmpty } from '../model/conversation-state.ts';
import type { ConversationState } from '../model/conversation-state.ts';

type KeyAction = 'send' | 'cancel' | 'edit-last';

/** What a key does in the message box; null if it only types. */
export function findKeyAction(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  state: Pick<ConversationState, 'draft' | 'editing'>,
): KeyAction | null {
  switch (key) {
    case 'Enter':
      return shiftKey ? null : 'send';
    case 'Escape':
      return (state.editing ?? state.draft.replyTo) === null ? null : 'cancel';
    case 'ArrowUp':
      return [altKey, ctrlKey, metaKey, shiftKey].includes(true) || !isEmpty(state)
        ? null
        : 'edit-last';
    default:
      return null;
  }
}
