import type { ChatMessage } from '@skein/contracts/chat';
import type { ConversationAction } from './conversation-actions.ts';
import { toExcerpt } from './conversation-state.ts';
import type { ConversationState } from './conversation-state.ts';

export type MessageChanges = Pick<
  ConversationState,
  'deletedIds' | 'changedMessages' | 'pendingReactions' | 'pendingEdits'
>;

export function reduceChanges(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  switch (action.type) {
    case 'message-changed':
      return withChanged(state, action.message);
    case 'message-deleted':
      return { ...state, deletedIds: new Set(state.deletedIds).add(action.messageId) };
    case 'deletion-failed': {
      const deletedIds = new Set(state.deletedIds);
      deletedIds.delete(action.messageId);
      return { ...state, deletedIds };
    }
    case 'reaction-started': {
      const pendingReactions = new Map(state.pendingReactions);
      return { ...state, pendingReactions: pendingReactions.set(action.messageId, action.emoji) };
    }
    case 'reaction-ended': {
      const pendingReactions = new Map(state.pendingReactions);
      pendingReactions.delete(action.messageId);
      return { ...state, pendingReactions };
    }
    default:
      return state;
  }
}

/** A loaded message with all later changes. `findLoaded` finds the message that it quotes. */
export function applyChanges(
  loaded: ChatMessage,
  changes: MessageChanges,
  {
    viewerId,
    findLoaded,
  }: { viewerId: string; findLoaded: (id: string) => ChatMessage | undefined },
): ChatMessage {
  const { deletedIds, pendingReactions } = changes;
  const { id } = loaded;
  const message = withCurrentQuote(withCurrentText(loaded, changes), changes, findLoaded);
  if (deletedIds.has(id)) return { ...message, isDeleted: true, editedAt: null };
  const pending = pendingReactions.get(id);
  if (pending === undefined) return message;
  const others = message.reactions.filter(({ userId }) => userId !== viewerId);
  const own = pending === null ? [] : [{ userId: viewerId, emoji: pending }];
  return { ...message, reactions: [...others, ...own] };
}

function withCurrentText(
  loaded: ChatMessage,
  { changedMessages, pendingEdits }: MessageChanges,
): ChatMessage {
  const changed = changedMessages.get(loaded.id);
  const current = changed && changed.revision > loaded.revision ? changed : loaded;
  const content = pendingEdits.get(loaded.id);
  return content === undefined ? current : { ...current, content };
}

function withCurrentQuote(
  message: ChatMessage,
  changes: MessageChanges,
  findLoaded: (id: string) => ChatMessage | undefined,
): ChatMessage {
  const { replyTo } = message;
  if (replyTo === null) return message;
  if (changes.deletedIds.has(replyTo.id)) {
    return { ...message, replyTo: { ...replyTo, isDeleted: true } };
  }
  const quoted = findLoaded(replyTo.id) ?? changes.changedMessages.get(replyTo.id);
  if (!quoted || replyTo.isDeleted) return message;
  const content = toExcerpt(withCurrentText(quoted, changes).content);
  return content === replyTo.content ? message : { ...message, replyTo: { ...replyTo, content } };
}

/** Responses and events arrive in any order. */
function withChanged(state: ConversationState, message: ChatMessage): ConversationState {
  const known = state.changedMessages.get(message.id);
  if (known && known.revision >= message.revision) return state;
  const changedMessages = new Map(state.changedMessages);
  // The latest change is the last entry.
  changedMessages.delete(message.id);
  return { ...state, changedMessages: changedMessages.set(message.id, message) };
}

/** The message that is edited in the message box, and texts that are being stored. */
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
