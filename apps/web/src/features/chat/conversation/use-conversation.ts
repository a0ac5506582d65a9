import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ConversationFields } from '@skein/contracts/chat';
import { openConversation } from '../api/open-conversation.ts';
import type { ConversationStore } from '../model/conversation-store.ts';
import type { ConversationState } from '../model/conversation-state.ts';

/** The conversation that is shown. */
export const ConversationContext = createContext<ConversationStore | null>(null);

/**
 * Opens the conversation with this id, or with the user of this id, at the message in the URL if any,
 * and keeps it updated while the component is mounted.
 */
export function useOpenConversation(viewerId: string, name: string): ConversationStore {
  const [search] = useSearchParams();
  const messageId = search.get('message');
  const [initialMessageId] = useState(messageId);
  const client = useQueryClient();
  const store = openConversation(client, viewerId, name);
  useEffect(() => store.attach(initialMessageId), [store, initialMessageId]);
  return store;
}

export function useConversationStore(): ConversationStore {
  const store = useContext(ConversationContext);
  if (store === null) throw new Error('No conversation is shown.');
  return store;
}

/** A part of the state of the shown conversation. `select` must return a stored reference, not a new object. */
export function useConversationState<Part>(select: (state: ConversationState) => Part): Part {
  const store = useConversationStore();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** The shown conversation, once its first page is loaded. */
export function useConversation(): ConversationFields {
  const conversation = useConversationState((state) => state.conversation);
  if (conversation === null) throw new Error('The conversation is not loaded.');
  return conversation;
}
