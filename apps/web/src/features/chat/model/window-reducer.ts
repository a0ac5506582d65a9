import type { ChatMessage } from '@skein/contracts/chat';
import type { ConversationState } from './conversation-state.ts';
import { mergeMessages } from './merge-messages.ts';
import { withoutCleared, withPage } from './paging-reducer.ts';
import type { ConversationPage } from './paging-reducer.ts';

/** The actions of loading messages that are not the newest. */
export type WindowAction =
  /** The messages around one. */
  | { type: 'window-loaded'; page: ConversationPage }
  | { type: 'newer-started' }
  /** `after` is the message of the request. */
  | { type: 'newer-loaded'; after: string; page: ConversationPage }
  | { type: 'newer-failed' };

export function reduceWindow(state: ConversationState, action: WindowAction): ConversationState {
  switch (action.type) {
    case 'window-loaded':
      return withWindow(state, action.page);
    case 'newer-started':
      return { ...state, newer: 'loading' };
    case 'newer-loaded':
      return withNewer(state, action.after, action.page);
    case 'newer-failed':
      return state.newer === 'loading' ? { ...state, newer: 'failed' } : state;
  }
}

function withWindow(state: ConversationState, page: ConversationPage): ConversationState {
  const missed = [...state.messages.filter(({ id }) => state.arrivedIds.has(id)), ...state.arrived];
  return {
    ...withPage(state, page),
    ...withEnd({ ...state, arrived: missed }, page.content, page),
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
  return { ...state, ...withEnd(state, mergeMessages(state.messages, page.content), page) };
}

/** If the messages now include the newest, those that arrived in the meantime follow. */
function withEnd(
  { arrived, clearedUpTo }: ConversationState,
  messages: readonly ChatMessage[],
  { hasNewer }: ConversationPage,
): Pick<ConversationState, 'messages' | 'newer' | 'arrived'> {
  const all = hasNewer ? messages : mergeMessages(arrived, messages);
  return {
    messages: withoutCleared(all, clearedUpTo),
    newer: hasNewer ? 'idle' : 'none',
    arrived: hasNewer ? arrived : [],
  };
}
