import type { Conversation } from './conversation.ts';

const pagesMax = 20;

/** Loads older pages up to a message. Resolves to whether it is loaded. */
export async function loadUntil(conversation: Conversation, messageId: string): Promise<boolean> {
  for (let page = 0; page <= pagesMax; page += 1) {
    const { messages, older } = conversation.getState();
    if (messages.some(({ id }) => id === messageId)) return true;
    const [oldest] = messages;
    const isOlder = oldest === undefined || messageId < oldest.id;
    if (!isOlder || older.cursor === null || older.status === 'failed') return false;
    // Each page starts where the one before ended.
    await conversation.loadOlder();
  }
  return false;
}
