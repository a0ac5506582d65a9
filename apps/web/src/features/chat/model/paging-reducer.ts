import type { ChatMessage, getConversation } from '@skein/contracts/chat';
import type { RouteResponse } from '@skein/contracts/http';
import type { ConversationState } from './conversation-state.ts';
import {
  isContinuation,
  isFollowedBy,
  laterId,
  mergeMessages,
  mergeNewest,
  mergeReloaded,
} from './merge-messages.ts';
import { settle } from './sending-reducer.ts';

export type ConversationPage = RouteResponse<typeof getConversation>;

/** What happens while a conversation is read from the server. */
export type PagingAction =
  | { type: 'load-started' }
  | { type: 'newest-loaded'; page: ConversationPage }
  | { type: 'load-failed'; isMissing: boolean }
  | { type: 'older-started' }
  /** `cursor` is the one it was asked for with. */
  | { type: 'older-loaded'; cursor: string; page: ConversationPage }
  | { type: 'older-failed' }
  /** One of the older pages that are known, read again. */
  | { type: 'older-reloaded'; page: ConversationPage };

export function reducePaging(state: ConversationState, action: PagingAction): ConversationState {
  switch (action.type) {
    case 'load-started':
      return { ...state, status: retried(state), arrivedIds: new Set() };
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

/** What the viewer has not cleared. */
export function uncleared(
  messages: readonly ChatMessage[],
  clearedUpTo: string | null,
): readonly ChatMessage[] {
  return clearedUpTo === null ? messages : messages.filter(({ id }) => id > clearedUpTo);
}

function withNewest(state: ConversationState, page: ConversationPage): ConversationState {
  const keepsOlder = isContinuation(state.messages, page);
  const messages = mergeNewest(state.messages, page, state.arrivedIds);
  return {
    ...page.content.reduce(settle, state),
    status: 'ready',
    partner: page.user,
    settings: page.settings,
    canWrite: page.canWrite,
    messages: uncleared(messages, state.clearedUpTo),
    older: keepsOlder ? olderThan(page, state) : { cursor: page.nextCursor, status: 'idle' },
    arrivedIds: new Set(),
    seenUpTo: laterId(state.seenUpTo, page.seenUpTo),
  };
}

function withOlder(
  state: ConversationState,
  cursor: string,
  page: ConversationPage,
): ConversationState {
  // The list may have been read anew since.
  if (state.older.cursor !== cursor) return state;
  // What is known may have changed since the page was made.
  const messages = mergeMessages(page.content, state.messages);
  return {
    ...state,
    messages: uncleared(messages, state.clearedUpTo),
    older: { cursor: page.nextCursor, status: 'idle' },
  };
}

function withReloaded(state: ConversationState, page: ConversationPage): ConversationState {
  const messages = uncleared(mergeReloaded(state.messages, page), state.clearedUpTo);
  return { ...state, messages, older: olderThan(page, state) };
}

/** The cursor of a page that reaches as far as the list does: one of an earlier release is not valid. */
function olderThan(page: ConversationPage, state: ConversationState): ConversationState['older'] {
  if (page.last) return { cursor: null, status: 'idle' };
  const { messages, older } = state;
  if (older.status === 'loading' || isFollowedBy(messages, page)) return older;
  return { cursor: page.nextCursor, status: 'idle' };
}

/** What is there stays in sight while it is read anew. */
function retried({ status }: ConversationState): ConversationState['status'] {
  return status === 'ready' ? 'ready' : 'loading';
}

function failedStatus(
  { status }: ConversationState,
  isMissing: boolean,
): ConversationState['status'] {
  if (status === 'ready') return 'ready';
  return isMissing ? 'missing' : 'failed';
}
