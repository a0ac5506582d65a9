import type { ChatMessage, ConversationPage } from '@skein/contracts/chat';
import { isRemoteUsername } from '@skein/contracts/text';
import type { ConversationAction } from './conversation-actions.ts';
import type { ConversationState } from './conversation-state.ts';
import { laterId } from './merge-messages.ts';
import { reduceChanges, reduceEditing } from './message-changes.ts';
import { reduceMessages } from './messages-reducer.ts';
import { reduceSending } from './sending-reducer.ts';

/** Each changes its part of the state, for the actions that concern it. */
const reducers = [
  reduceMessages,
  reduceChanges,
  reduceSending,
  reduceEditing,
  reduceReadPositions,
  reduceUndelivered,
  reduceTyping,
  reduceAccess,
];

/**
 * Applies every change of a conversation. Pages, responses and events arrive in any order and some
 * arrive twice, so the result must not depend on their order or number.
 */
export function conversationReducer(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  return reducers.reduce((current, reduce) => reduce(current, action), state);
}

function reduceReadPositions(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  switch (action.type) {
    case 'newest-loaded':
    case 'window-loaded':
      return { ...state, seenUpTo: laterId(state.seenUpTo, action.page.seenUpTo) };
    case 'member-read':
      return { ...state, seenUpTo: laterId(state.seenUpTo, action.upTo) };
    case 'viewer-read':
      return { ...state, readUpTo: laterId(state.readUpTo, action.upTo) };
    default:
      return state;
  }
}

function reduceUndelivered(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  if (!('page' in action) || action.page.undeliveredIds.length === 0) return state;
  const undeliveredIds = new Set([...state.undeliveredIds, ...action.page.undeliveredIds]);
  return { ...state, undeliveredIds };
}

function reduceTyping(state: ConversationState, action: ConversationAction): ConversationState {
  return action.type === 'typing-changed' ? { ...state, typingIds: action.typingIds } : state;
}

/** What the conversation is, and what the viewer may do in it. */
function reduceAccess(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'newest-loaded':
    case 'window-loaded':
      return withAccess(state, action.page);
    case 'message-received':
      return withAnswer(state, action.message);
    case 'settings-changed':
      return { ...state, settings: action.settings };
    case 'leaving-changed':
      return { ...state, isLeaving: action.isLeaving };
    default:
      return state;
  }
}

function withAccess(state: ConversationState, page: ConversationPage): ConversationState {
  const { conversationId, kind, title, picture, user, membersCount, isAdmin } = page;
  const { settings, isRequest, canWrite, isAwaitingAnswer, sendsRequest, canReact } = page;
  return {
    ...state,
    conversation: { conversationId, kind, title, picture, user, membersCount, isAdmin },
    settings,
    isRequest,
    canWrite,
    isAwaitingAnswer,
    sendsRequest,
    canReact,
  };
}

/** An answer accepts the messages of the other. Other servers get no reactions. */
function withAnswer(state: ConversationState, message: ChatMessage): ConversationState {
  // The server sends the client message id only to the sender.
  const isOwn = message.clientMessageId !== null;
  const isAnswer = state.messages.some(({ senderId }) => senderId !== message.senderId);
  const isRemote = isRemoteUsername(state.conversation?.user?.username);
  return {
    ...state,
    isRequest: state.isRequest && !isOwn,
    isAwaitingAnswer: state.isAwaitingAnswer && isOwn,
    sendsRequest: state.sendsRequest && isOwn,
    canWrite: state.canWrite || (state.isAwaitingAnswer && !isOwn),
    canReact: state.canReact || (isAnswer && !isRemote),
  };
}
