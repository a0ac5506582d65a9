import { messageDeletionMs } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import { findMessage } from './messages.repository.ts';
import { messageNotFound } from './standing.policy.ts';
import { takeBack } from './take-back.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Takes a message of the viewer's own back, for both: its place is left, its words and file are not.
 * What was taken back before stays so. Across a block the other is not told; it is only gone.
 * @throws NotFoundError; ForbiddenError for one that was received, or sent too long ago
 */
export async function deleteMessage(
  { database, clock, media, bus }: Dependencies,
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  if (!isId(messageId)) throw messageNotFound();
  const now = clock.now();
  const taken = await takeBack(database, {
    messageId,
    senderId: viewer.userId,
    now,
    sentAfter: new Date(now.getTime() - messageDeletionMs),
  });
  if (taken === null) return refuse(database, viewer, messageId);
  const { storageKeys, isBlocked, receiverId } = taken;
  const senderId = viewer.userId;
  bus.publish(
    isBlocked
      ? { kind: 'conversation', userId: senderId, partnerId: receiverId }
      : { kind: 'unsent', messageId: taken.messageId, senderId, receiverId },
  );
  await media.discard(storageKeys.map((storageKey) => ({ storageKey })));
}

async function refuse(database: Database, viewer: Viewer, messageId: string): Promise<void> {
  const message = await findMessage(database, viewer.userId, messageId);
  if (message === null) throw messageNotFound();
  if (!message.isOwn) throw new ForbiddenError('Only who sent a message can take it back.');
  if (message.isDeleted) return;
  throw new ForbiddenError('A message can be taken back for 48 hours; this one is older.');
}
