import type { Database } from '@skein/db';
import type { Bus, Signal } from '../../../platform/events/bus.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { messageNotFound } from '../conversations/permission.policy.ts';
import { findReadable } from '../conversations/require-conversation.ts';
import { listReadSenders, lockReadTarget, storeReadPosition } from './members.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

interface ReadResult {
  unreadCount: number;
  /** Null when nothing new was read. */
  signal: Signal | null;
}

/**
 * Marks messages as read: all messages of a conversation, given its id or the id of the other user, or the messages
 * up to one, given its id. The read position never moves back. In an ignored conversation, for a
 * request, when one member of two has blocked the other or has turned read receipts off, the sender gets no
 * read receipt.
 * @returns the number of messages in the conversation that are still unread
 * @throws NotFoundError for an id of a message that the viewer did not receive
 */
export async function markRead(
  { database, bus }: Dependencies,
  viewer: Viewer,
  id: string,
): Promise<number> {
  if (!isId(id)) throw messageNotFound();
  const conversation = await findReadable(database, viewer, id);
  // A conversation that is not stored yet has no unread messages.
  if (conversation?.membership === null) return 0;
  const result = await readUpTo(database, viewer, conversation?.id ?? id);
  if (result === null) throw messageNotFound();
  if (result.signal !== null) bus.publish(result.signal);
  return result.unreadCount;
}

function readUpTo(database: Database, viewer: Viewer, id: string): Promise<ReadResult | null> {
  return database.$transaction(async (tx) => {
    const target = await lockReadTarget(tx, viewer.userId, id);
    if (target === null) return null;
    const { conversationId, isIgnored, isSilent, toSeq, currentSeq, unreadCount } = target;
    if (isIgnored || toSeq <= currentSeq) return { unreadCount, signal: null };
    const { upTo, ...read } = await storeReadPosition(tx, viewer.userId, target);
    const readerId = viewer.userId;
    if (isSilent) {
      return { ...read, signal: { kind: 'conversation', conversationId, userIds: [readerId] } };
    }
    const userIds = [readerId, ...(await listReadSenders(tx, readerId, target))];
    return { ...read, signal: { kind: 'read', conversationId, readerId, upTo, userIds } };
  });
}
