import type { ConversationFields } from '@skein/contracts/chat';

/** What identifies a conversation. */
export type ConversationNames = Pick<ConversationFields, 'conversationId' | 'user'>;

/** What is shown of a conversation before its first page. */
export type KnownConversation = Pick<
  ConversationFields,
  'kind' | 'title' | 'picture' | 'user' | 'membersCount'
>;

/** Whether this is the name of the conversation: its id, or the id or username of the other member. */
export function isNamed({ conversationId, user }: ConversationNames, name: string): boolean {
  return [conversationId, user?.id, user?.username.toLowerCase()].includes(name.toLowerCase());
}

/** The name in requests. Before its first message, a conversation is found by the other member only. */
export const getRequestName = ({ conversationId, user }: ConversationNames): string =>
  user?.id ?? conversationId;

/** The name in URLs. Across a block, the other member has no username. */
export const getUrlName = ({ conversationId, user }: ConversationNames): string =>
  user === null || user.username === '' ? conversationId : user.username;
