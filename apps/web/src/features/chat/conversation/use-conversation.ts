import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { openConversation } from '../api/open-conversation.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';

/** The conversation with somebody, kept in step as long as it is drawn. */
export function useOpenConversation(viewerId: string, partnerId: string): Conversation {
  const client = useQueryClient();
  const conversation = openConversation(client, viewerId, partnerId);
  useEffect(() => conversation.attach(), [conversation]);
  return conversation;
}

/** A part of a conversation's state; what `select` picks has to be in the state as it is. */
export function useConversationState<Part>(
  conversation: Conversation,
  select: (state: ConversationState) => Part,
): Part {
  return useSyncExternalStore(conversation.subscribe, () => select(conversation.getState()));
}
