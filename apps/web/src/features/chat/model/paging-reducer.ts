import type { ChatMessage, ConversationPage as ContractPage } from '@skein/contracts/chat';
import type { ConversationState } from './conversation-state.ts';
import {
  overlapsPage,
  hasOlderThan,
  laterId,
  mergeMessages,
  mergeNewest,
  mergeReloaded,
} from './merge-messages.ts';
import { getPartner, toGroup } from './user-conversation.ts';
import { removeDelivered } from './sending-reducer.ts';

export type ConversationPage = ContractPage;

/** The actions of loading pages. */
export type PagingAction =
  | { type: 'load-started' }
  | { type: 'newest-loaded'; page: ConversationPage }
  | { type: 'load-failed'; isMissing: boolean }
  | { type: 'older-started' }
  /** `cursor` is the one of the request. */
  | { type: 'older-loaded'; cursor: string; page: ConversationPage }
  | { type: 'older-failed' }
  /** An older page was loaded again after a resync. */
  | { type: 'older-reloaded'; page: ConversationPage };

export function reducePaging(state: ConversationState, action: PagingAction): ConversationState {
  switch (action.type) {
    case 'load-started':
      return { ...state, status: statusDuringLoad(state), arrivedIds: new Set() };
    case 'newest-loaded':
      return withNewest(state, action.page);
    case 'load-failed':
      return { ...state, status: failedStatus(state, action.isMissing) };
    case 'older-started':
      return { ...state, older: { ...state.older, status: 'loading' } };
    case 'older-loaded':
      return withOlder(state, action.cursor, action.page);
    case 'older-failed':
      return { ...state, older: { ...state.older, status: 'failed' } };
    case 'older-reloaded':
      return withReloaded(state, action.page);
  }
}

/** The messages without those the viewer has cleared. */
export function withoutCleared(
  messages: readonly ChatMessage[],
  clearedUpTo: string | null,
): readonly ChatMessage[] {
  return clearedUpTo === null ? messages : messages.filter(({ id }) => id > clearedUpTo);
}

function withNewest(state: ConversationState, page: ConversationPage): ConversationState {
  const keepsOlder = overlapsPage(state.messages, page);
  const isMissed = ({ id }: ChatMessage) => state.arrivedIds.has(id);
  const messages = mergeMessages(
    mergeNewest(state.messages, page, state.arrivedIds),
    state.arrived.filter(isMissed),
  );
  return {
    ...withPage(state, page),
    messages: withoutCleared(messages, state.clearedUpTo),
    older: keepsOlder ? olderThan(page, state) : { cursor: page.nextCursor, status: 'idle' },
    newer: 'none',
    arrived: [],
    arrivedIds: new Set(),
  };
}

/** The state of the conversation that every page contains. */
export function withPage(state: ConversationState, page: ConversationPage): ConversationState {
  return {
    ...page.content.reduce(removeDelivered, state),
    status: 'ready',
    conversationId: page.conversationId,
    partner: getPartner(page),
    group: toGroup(page),
    settings: page.settings,
    isRequest: page.isRequest,
    canWrite: page.canWrite,
    isAwaitingAnswer: page.isAwaitingAnswer,
    canReact: page.canReact,
    seenUpTo: laterId(state.seenUpTo, page.seenUpTo),
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

/** Loaded messages stay visible while they are loaded again. */
function statusDuringLoad({ status }: ConversationState): ConversationState['status'] {
  return status === 'ready' ? 'ready' : 'loading';
}

function failedStatus(
  { status, group }: ConversationState,
  isMissing: boolean,
): ConversationState['status'] {
  // The viewer may have left a group, or an admin has removed them.
  if (status === 'ready' && !(isMissing && group !== null)) return 'ready';
  return isMissing ? 'missing' : 'failed';
}
