import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { ConversationState } from './conversation-state.ts';
import { laterId, mergeMessages } from './merge-messages.ts';
import { reducePaging, uncleared } from './paging-reducer.ts';
import type { PagingAction } from './paging-reducer.ts';
import { reduceSending, settle } from './sending-reducer.ts';
import type { SendingAction } from './sending-reducer.ts';

/** What the server tells by itself, or answers to what the viewer does. */
type EventAction =
  /** By the stream or as the answer to sending it: whichever comes first. */
  | { type: 'message-received'; message: ChatMessage }
  | { type: 'message-unsent'; messageId: string }
  /** It could not be taken back after all. */
  | { type: 'unsending-failed'; messageId: string }
  | { type: 'partner-read'; upTo: string }
  | { type: 'viewer-read'; upTo: string }
  | { type: 'typing-changed'; isTyping: boolean }
  | { type: 'settings-changed'; settings: ConversationSettings }
  | { type: 'cleared' };

export type ConversationAction = PagingAction | SendingAction | EventAction;

/**
 * All that can happen to a conversation. Pages, answers and events come in any order, and some
 * twice: each is taken for what it tells, so that the same things lead to the same list.
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
    default:
      return reduceEvent(state, action);
  }
}

function reduceEvent(
  state: ConversationState,
  action: EventAction | SendingAction,
): ConversationState {
  switch (action.type) {
    case 'message-received':
      return withMessage(settle(state, action.message), action.message);
    case 'message-unsent':
      return { ...state, unsentIds: new Set(state.unsentIds).add(action.messageId) };
    case 'unsending-failed':
      return { ...state, unsentIds: without(state.unsentIds, action.messageId) };
    case 'partner-read':
      return { ...state, seenUpTo: laterId(state.seenUpTo, action.upTo) };
    case 'viewer-read':
      return { ...state, readUpTo: laterId(state.readUpTo, action.upTo) };
    case 'typing-changed':
      return { ...state, isPartnerTyping: action.isTyping };
    case 'settings-changed':
      return { ...state, settings: action.settings };
    case 'cleared':
      return withoutMessages(state);
    default:
      return reduceSending(state, action);
  }
}

function withMessage(state: ConversationState, message: ChatMessage): ConversationState {
  const isOfPartner = message.senderId === state.partner?.id;
  return {
    ...state,
    messages: uncleared(mergeMessages(state.messages, [message]), state.clearedUpTo),
    arrivedIds: new Set(state.arrivedIds).add(message.id),
    isPartnerTyping: state.isPartnerTyping && !isOfPartner,
  };
}

function withoutMessages(state: ConversationState): ConversationState {
  const clearedUpTo = laterId(state.clearedUpTo, state.messages.at(-1)?.id ?? null);
  return { ...state, messages: [], older: { cursor: null, status: 'idle' }, clearedUpTo };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(ids);
  others.delete(id);
  return others;
}
