import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openConversation } from '../api/open-conversation.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ConversationState } from '../model/conversation-state.ts';

/**
 * Opens the conversation with a user, at the message in the URL if any, and keeps it updated while the
 * component is mounted.
 */
export function useOpenConversation(viewerId: string, partnerId: string): Conversation {
  const [search] = useSearchParams();
  const messageId = search.get('message');
  const [initialMessageId] = useState(messageId);
  const client = useQueryClient();
  const conversation = openConversation(client, viewerId, partnerId);
  useEffect(() => conversation.attach(initialMessageId), [conversation, initialMessageId]);
  return conversation;
}

/** A part of a conversation's state. `select` must return a stored reference, not a new object. */
export function useConversationState<Part>(
  conversation: Conversation,
  select: (state: ConversationState) => Part,
): Part {
  return useSyncExternalStore(conversation.subscribe, () => select(conversation.getState()));
}
