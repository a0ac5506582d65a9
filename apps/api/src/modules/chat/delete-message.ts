import { messageDeletionMs } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import { findMessage } from './messages.repository.ts';
import { publishGroupChange } from './publish-group-change.ts';
import { messageNotFound } from './permission.policy.ts';
import { deleteOwnMessage } from './delete-message.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Replaces a message of the viewer's by a placeholder without text and file, for all members.
 * Deleting it again succeeds. If one member has blocked the other, the receiver gets no event.
 * @throws NotFoundError; ForbiddenError for a received message or one that is too old
 */
export async function deleteMessage(
  { database, clock, media, bus }: Dependencies,
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  if (!isId(messageId)) throw messageNotFound();
  const now = clock.now();
  const deleted = await deleteOwnMessage(database, {
    messageId,
    senderId: viewer.userId,
    now,
    sentAfter: new Date(now.getTime() - messageDeletionMs),
  });
  if (deleted === null) return requireAlreadyDeleted(database, viewer, messageId);
  const { storageKeys, isBlocked, receiverId } = deleted;
  const senderId = viewer.userId;
  if (receiverId === null) {
    const group = { id: deleted.conversationId };
    await publishGroupChange({ database, bus }, 'deleted', { group, id: deleted.messageId });
  } else {
    bus.publish(
      isBlocked
        ? { kind: 'conversation', userId: senderId, partnerId: receiverId }
        : { kind: 'message-deleted', messageId: deleted.messageId, senderId, receiverId },
    );
  }
  await media.discard(storageKeys.map((storageKey) => ({ storageKey })));
}

async function requireAlreadyDeleted(
  database: Database,
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  const message = await findMessage(database, viewer.userId, messageId);
  if (message === null) throw messageNotFound();
  if (!message.isOwn) throw new ForbiddenError('error.deleteForeignMessage');
  if (message.isDeleted) return;
  throw new ForbiddenError('error.deleteOldMessage');
}
