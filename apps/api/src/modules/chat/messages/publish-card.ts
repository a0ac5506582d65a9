import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import { listMemberIds } from '../members/members.repository.ts';
import { reviseMessagesWithCard } from './message-cards.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/** Sends the messages with a link card to their members again, after the card was fetched. */
export async function publishCard({ database, bus }: Dependencies, cardId: string): Promise<void> {
  for (const { id: messageId, conversationId } of await reviseMessagesWithCard(database, cardId)) {
    const userIds = await listMemberIds(database, conversationId);
    bus.publish({ kind: 'message-changed', conversationId, messageId, userIds });
  }
}
