import { reduceSending } from './sending-reducer.ts';
import type { SendingAction } from './sending-reducer.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Message } from './message.ts';

/** The actions that change messages. */
export type ChangeAction =
  | { type: 'message-changed'; message: Message }
  | { type: 'message-deleted'; messageId: string }
  | { type: 'deletion-failed'; messageId: string }
  | { type: 'reaction-started'; messageId: string; emoji: string | null }
  | { type: 'reaction-ended'; messageId: string };

export type MessageChanges = Pick<
  ConversationState,
  'deletedIds' | 'changedMessages' | 'pendingReactions'
>;

export function reduceChange(
  state: ConversationState,
  action: ChangeAction | SendingAction,
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
      return reduceSending(state, action);
  }
}

/** A loaded message with all later changes. */
export function applyChanges(
  loaded: Message,
  { deletedIds, changedMessages, pendingReactions }: MessageChanges,
  viewerId: string,
): Message {
  const { id } = loaded;
  const changed = changedMessages.get(id);
  const current = changed && changed.revision > loaded.revision ? changed : loaded;
  const message = withCurrentQuote(current, deletedIds);
  if (deletedIds.has(id)) return { ...message, isDeleted: true };
  const pending = pendingReactions.get(id);
  if (pending === undefined) return message;
  const others = message.reactions.filter(({ userId }) => userId !== viewerId);
  const own = pending === null ? [] : [{ userId: viewerId, emoji: pending }];
  return { ...message, reactions: [...others, ...own] };
}

function withCurrentQuote(message: Message, deletedIds: MessageChanges['deletedIds']): Message {
  const { replyTo } = message;
  if (replyTo === null || !deletedIds.has(replyTo.id)) return message;
  return { ...message, replyTo: { ...replyTo, isDeleted: true } };
}

/** Responses and events arrive in any order. */
function withChanged(state: ConversationState, message: Message): ConversationState {
  const known = state.changedMessages.get(message.id);
  if (known && known.revision >= message.revision) return state;
  const changedMessages = new Map(state.changedMessages);
  // The latest change is the last entry.
  changedMessages.delete(message.id);
  return { ...state, changedMessages: changedMessages.set(message.id, message) };
}
