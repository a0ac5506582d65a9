import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { reviseMessagesWithCard } from './message-cards.repository.ts';
import { publishGroupChange } from './publish-group-change.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/** Sends the messages with a link card to their members again, after the card was fetched. */
export async function publishCard({ database, bus }: Dependencies, cardId: string): Promise<void> {
  const messages = await reviseMessagesWithCard(database, cardId);
  for (const { id, senderId, receiverId, conversationId } of messages) {
    if (receiverId === null) {
      await publishGroupChange({ database, bus }, 'changed', { group: { id: conversationId }, id });
    } else {
      bus.publish({ kind: 'message-changed', messageId: id, senderId, receiverId });
    }
  }
}
