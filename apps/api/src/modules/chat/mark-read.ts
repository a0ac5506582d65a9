import type { Database } from '@skein/db';
import type { Bus, Signal } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findReadable } from './require-permission.ts';
import { lockReadTarget, storeReadPosition } from './conversation-members.repository.ts';
import { listReadSenders, lockGroupReadTarget } from './group-state.repository.ts';
import { messageNotFound } from './permission.policy.ts';

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
 * Marks messages as read: all messages of a user, given the user's id, or the messages up to one,
 * given its id. The read position never moves back. In an ignored conversation, for a
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
  const result = isId(id) ? await readUpTo(database, viewer, id) : null;
  if (result === null) {
    // A conversation that does not exist yet has no unread messages.
    if ((await findReadable(database, viewer, id)) === null) throw messageNotFound();
    return 0;
  }
  if (result.signal !== null) bus.publish(result.signal);
  return result.unreadCount;
}

function readUpTo(database: Database, viewer: Viewer, id: string): Promise<ReadResult | null> {
  return database.$transaction(async (tx) => {
    const pair = await lockReadTarget(tx, viewer.userId, id);
    const target = pair ?? (await lockGroupReadTarget(tx, viewer.userId, id));
    if (target === null) return null;
    const { isIgnored, isSilent, toSeq, currentSeq, partnerId, unreadCount } = target;
    if (isIgnored || toSeq <= currentSeq) return { unreadCount, signal: null };
    const { upTo, ...read } = await storeReadPosition(tx, viewer.userId, target);
    const readerId = viewer.userId;
    if (isSilent) {
      return { ...read, signal: { kind: 'conversation', userId: readerId, partnerId } };
    }
    if (pair !== null) return { ...read, signal: { kind: 'read', readerId, partnerId, upTo } };
    const userIds = [readerId, ...(await listReadSenders(tx, readerId, target))];
    const { conversationId: groupId } = target;
    return { ...read, signal: { kind: 'group-read', groupId, readerId, upTo, userIds } };
  });
}
