import type { ConversationAction } from './conversation-reducer.ts';
import type { ConversationState, Editing } from './conversation-state.ts';

/** The actions of editing a message in the message box. */
export type EditingAction =
  /** Null ends it without a change. */
  | { type: 'editing-changed'; editing: Editing | null }
  | { type: 'edit-started'; messageId: string; content: string }
  /** Returns the text to the message box, unless another message is being edited. */
  | { type: 'edit-failed'; editing: Editing }
  | { type: 'edit-ended'; messageId: string };

export function reduceEditing(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  switch (action.type) {
    case 'editing-changed':
      return { ...state, editing: action.editing };
    case 'edit-started': {
      const pendingEdits = new Map(state.pendingEdits).set(action.messageId, action.content);
      return { ...state, pendingEdits, editing: null };
    }
    case 'edit-failed': {
      const isDeleted = state.deletedIds.has(action.editing.message.id);
      return { ...state, editing: isDeleted ? state.editing : (state.editing ?? action.editing) };
    }
    case 'edit-ended': {
      const pendingEdits = new Map(state.pendingEdits);
      pendingEdits.delete(action.messageId);
      return { ...state, pendingEdits };
    }
    case 'message-deleted': {
      const isDeleted = state.editing?.message.id === action.messageId;
      return isDeleted ? { ...state, editing: null } : state;
    }
    default:
      return state;
  }
}
