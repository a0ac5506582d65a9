import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { ConversationState } from './conversation-state.ts';
import type { EditingAction } from './editing-reducer.ts';
import { reduceChange } from './message-changes.ts';
import type { ChangeAction } from './message-changes.ts';
import { laterId, mergeMessages } from './merge-messages.ts';
import { reducePaging, withoutCleared } from './paging-reducer.ts';
import type { PagingAction } from './paging-reducer.ts';
import { removeDelivered } from './sending-reducer.ts';
import type { SendingAction } from './sending-reducer.ts';
import { reduceWindow } from './window-reducer.ts';
import type { WindowAction } from './window-reducer.ts';

/** Events of the stream and responses to the viewer's own actions. */
type EventAction =
  /** Arrives by the stream and as the response to sending, in any order. */
  | { type: 'message-received'; message: ChatMessage }
  | { type: 'partner-read'; upTo: string }
  | { type: 'viewer-read'; upTo: string }
  | { type: 'typing-changed'; isTyping: boolean }
  | { type: 'members-typing'; typingIds: readonly string[] }
  | { type: 'settings-changed'; settings: ConversationSettings }
  | { type: 'cleared' };

export type ConversationAction =
  PagingAction | WindowAction | SendingAction | EditingAction | ChangeAction | EventAction;

/**
 * Applies every change of a conversation. Pages, responses and events arrive in any order and some
 * arrive twice, so the result must not depend on their order or number.
 */
export function conversationReducer(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  switch (action.type) {
    case 'load-started':
    case 'newest-loaded':
    case 'load-failed':
    case 'older-started':
    case 'older-loaded':
    case 'older-failed':
    case 'older-reloaded':
      return reducePaging(state, action);
    case 'window-loaded':
    case 'newer-started':
    case 'newer-loaded':
    case 'newer-failed':
      return reduceWindow(state, action);
    default:
      return reduceEvent(state, action);
  }
}

function reduceEvent(
  state: ConversationState,
  action: EventAction | ChangeAction | EditingAction | SendingAction,
): ConversationState {
  switch (action.type) {
    case 'message-received':
      return withMessage(removeDelivered(state, action.message), action.message);
    case 'partner-read':
      return { ...state, seenUpTo: laterId(state.seenUpTo, action.upTo) };
    case 'viewer-read':
      return { ...state, readUpTo: laterId(state.readUpTo, action.upTo) };
    case 'typing-changed':
      return { ...state, isPartnerTyping: action.isTyping };
    case 'members-typing':
      return { ...state, typingIds: action.typingIds };
    case 'settings-changed':
      return { ...state, settings: action.settings };
    case 'cleared':
      return withoutMessages(state);
    default:
      return reduceChange(state, action);
  }
}

function withMessage(state: ConversationState, message: ChatMessage): ConversationState {
  const isFromPartner = message.senderId === state.partner?.id;
  // The server sends the client message id only to the sender.
  const isFromMember = state.group !== null && message.clientMessageId === null;
  const isAtEnd = state.newer === 'none';
  const merged = isAtEnd ? mergeMessages(state.messages, [message]) : state.messages;
  const messages = withoutCleared(merged, state.clearedUpTo);
  const isAnswer = messages.some(({ senderId }) => senderId !== message.senderId);
  return {
    ...state,
    // An answer accepts the messages of the other.
    isRequest: state.isRequest && (isFromPartner || isFromMember),
    isAwaitingAnswer: state.isAwaitingAnswer && !isFromPartner,
    canWrite: state.canWrite || (state.isAwaitingAnswer && isFromPartner),
    canReact: state.canReact || isAnswer,
    messages,
    arrived: isAtEnd ? [] : [...state.arrived, message],
    arrivedIds: new Set(state.arrivedIds).add(message.id),
    isPartnerTyping: state.isPartnerTyping && !isFromPartner,
    typingIds: state.typingIds.filter((id) => id !== message.senderId),
  };
}

function withoutMessages(state: ConversationState): ConversationState {
  const clearedUpTo = laterId(state.clearedUpTo, state.messages.at(-1)?.id ?? null);
  return {
    ...state,
    messages: [],
    older: { cursor: null, status: 'idle' },
    newer: 'none',
    arrived: [],
    clearedUpTo,
  };
}
