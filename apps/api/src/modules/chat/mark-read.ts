import type { Database } from '@skein/db';
import type { Bus, Signal } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findReadable } from './require-standing.ts';
import { lockReadingTarget, storeReading } from './sides.repository.ts';
import { messageNotFound } from './standing.policy.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

interface Reading {
  unreadCount: number;
  /** Null where nothing has been read that was not before. */
  signal: Signal | null;
}

/**
 * Marks messages as read: with the id of a person all that they wrote, with that of a message up to
 * it. Never backwards. Of an ignored conversation, and across a block, nobody else learns that it was
 * read.
 * @returns how many unread ones are left in the conversation
 * @throws NotFoundError for what the viewer did not receive
 */
export async function markRead(
  { database, bus }: Dependencies,
  viewer: Viewer,
  id: string,
): Promise<number> {
  const reading = isId(id) ? await readUpTo(database, viewer, id) : null;
  if (reading === null) {
    // With somebody to whom nothing was written yet there is nothing unread.
    if ((await findReadable(database, viewer, id)) === null) throw messageNotFound();
    return 0;
  }
  if (reading.signal !== null) bus.publish(reading.signal);
  return reading.unreadCount;
}

function readUpTo(database: Database, viewer: Viewer, id: string): Promise<Reading | null> {
  return database.$transaction(async (tx) => {
    const target = await lockReadingTarget(tx, viewer.userId, id);
    if (target === null) return null;
    const { isIgnored, isBlocked, toSeq, doneSeq, partnerId, unreadCount } = target;
    if (isIgnored || toSeq <= doneSeq) return { unreadCount, signal: null };
    const { upTo, ...read } = await storeReading(tx, viewer.userId, target);
    const signal: Signal = isBlocked
      ? { kind: 'conversation', userId: viewer.userId, partnerId }
      : { kind: 'read', readerId: viewer.userId, partnerId, upTo };
    return { ...read, signal };
  });
}
