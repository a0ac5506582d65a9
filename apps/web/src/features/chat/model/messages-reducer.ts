import type { ChatMessage, ConversationPage } from '@skein/contracts/chat';
import type { ConversationAction } from './conversation-actions.ts';
import type { ConversationState } from './conversation-state.ts';
import {
  overlapsPage,
  hasOlderThan,
  laterId,
  mergeMessages,
  mergeNewest,
  mergeReloaded,
} from './merge-messages.ts';

export function reduceMessages(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  switch (action.type) {
    case 'load-started':
      // Loaded messages stay visible while they are loaded again.
      return {
        ...state,
        status: state.status === 'ready' ? 'ready' : 'loading',
        arrivedIds: new Set(),
      };
    case 'newest-loaded':
      return withNewest(state, action.page);
    case 'load-failed':
      return { ...state, status: failedStatus(state, action.isMissing) };
    case 'message-received':
      return withMessage(state, action.message);
    case 'cleared':
      return withoutMessages(state);
    default:
      return reduceEdges(state, action);
  }
}

/** The pages before and after the loaded messages. */
function reduceEdges(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'older-started':
      return { ...state, older: { ...state.older, status: 'loading' } };
    case 'older-loaded':
      return withOlder(state, action.cursor, action.page);
    case 'older-failed':
      return { ...state, older: { ...state.older, status: 'failed' } };
    case 'older-reloaded':
      return withReloaded(state, action.page);
    case 'window-loaded':
      return withWindow(state, action.page);
    case 'newer-started':
      return { ...state, newer: 'loading' };
    case 'newer-loaded':
      return withNewer(state, action.after, action.page);
    case 'newer-failed':
      return state.newer === 'loading' ? { ...state, newer: 'failed' } : state;
    default:
      return state;
  }
}

/** The messages without those the viewer has cleared. */
const withoutCleared = (messages: readonly ChatMessage[], clearedUpTo: string | null) =>
  clearedUpTo === null ? messages : messages.filter(({ id }) => id > clearedUpTo);

function withNewest(state: ConversationState, page: ConversationPage): ConversationState {
  const keepsOlder = overlapsPage(state.messages, page);
  const isMissed = ({ id }: ChatMessage) => state.arrivedIds.has(id);
  const messages = mergeMessages(
    mergeNewest(state.messages, page, state.arrivedIds),
    state.arrived.filter(isMissed),
  );
  return {
    ...state,
    status: 'ready',
    messages: withoutCleared(messages, state.clearedUpTo),
    older: keepsOlder ? olderThan(page, state) : { cursor: page.nextCursor, status: 'idle' },
    newer: 'none',
    arrived: [],
    arrivedIds: new Set(),
  };
}

function withOlder(
  state: ConversationState,
  cursor: string,
  page: ConversationPage,
): ConversationState {
  // A reload has replaced the list since the request.
  if (state.older.cursor !== cursor) return state;
  // Events may have changed messages since the page was read: the known versions win.
  const messages = mergeMessages(page.content, state.messages);
  return {
    ...state,
    messages: withoutCleared(messages, state.clearedUpTo),
    older: { cursor: page.nextCursor, status: 'idle' },
  };
}

function withReloaded(state: ConversationState, page: ConversationPage): ConversationState {
  const messages = withoutCleared(mergeReloaded(state.messages, page), state.clearedUpTo);
  return { ...state, messages, older: olderThan(page, state) };
}

/** The cursor for the next older page. A reloaded page replaces it if nothing older is loaded. */
function olderThan(page: ConversationPage, state: ConversationState): ConversationState['older'] {
  if (page.last) return { cursor: null, status: 'idle' };
  const { messages, older } = state;
  if (older.status === 'loading' || hasOlderThan(messages, page)) return older;
  return { cursor: page.nextCursor, status: 'idle' };
}

function withWindow(state: ConversationState, page: ConversationPage): ConversationState {
  const missed = [...state.messages.filter(({ id }) => state.arrivedIds.has(id)), ...state.arrived];
  return {
    ...withEnd({ ...state, arrived: missed }, page.content, page),
    status: 'ready',
    older: { cursor: page.nextCursor, status: 'idle' },
    arrivedIds: new Set(),
  };
}

function withNewer(
  state: ConversationState,
  after: string,
  page: ConversationPage,
): ConversationState {
  // A reload has replaced the list since the request.
  if (state.messages.at(-1)?.id !== after) return state;
  return withEnd(state, mergeMessages(state.messages, page.content), page);
}

/** If the messages now include the newest, those that arrived in the meantime follow. */
function withEnd(
  state: ConversationState,
  messages: readonly ChatMessage[],
  { hasNewer }: ConversationPage,
): ConversationState {
  const { arrived, clearedUpTo } = state;
  const all = hasNewer ? messages : mergeMessages(arrived, messages);
  return {
    ...state,
    messages: withoutCleared(all, clearedUpTo),
    newer: hasNewer ? 'idle' : 'none',
    arrived: hasNewer ? arrived : [],
  };
}

function failedStatus(
  { status, conversation }: ConversationState,
  isMissing: boolean,
): ConversationState['status'] {
  // The viewer may have left a group, or an admin has removed them.
  if (status === 'ready' && !(isMissing && conversation?.kind === 'group')) return 'ready';
  return isMissing ? 'missing' : 'failed';
}

function withMessage(state: ConversationState, message: ChatMessage): ConversationState {
  const arrivedIds = new Set(state.arrivedIds).add(message.id);
  if (state.newer !== 'none') return { ...state, arrivedIds, arrived: [...state.arrived, message] };
  const messages = withoutCleared(mergeMessages(state.messages, [message]), state.clearedUpTo);
  return { ...state, arrivedIds, messages };
}

function withoutMessages(state: ConversationState): ConversationState {
  return {
    ...state,
    messages: [],
    older: { cursor: null, status: 'idle' },
    newer: 'none',
    arrived: [],
    clearedUpTo: laterId(state.clearedUpTo, state.messages.at(-1)?.id ?? null),
  };
}
