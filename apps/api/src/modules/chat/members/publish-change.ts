import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { listReachableMembers } from './members.repository.ts';

interface ChangedMessage {
  conversationId: string;
  messageId: string;
}

/** Notifies the members that a message was changed or deleted, but not across a block between two users. */
export async function publishMessageChange(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  kind: 'message-changed' | 'message-deleted',
  { userId }: Viewer,
  message: ChangedMessage,
): Promise<void> {
  const userIds = await listReachableMembers(database, userId, message.conversationId);
  bus.publish({ kind, ...message, userIds });
}
