import { messageDeletionMs } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { enqueueMessageChange } from '../../../domain/events/message-federation.queries.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaModule } from '../../media/index.ts';
import { publishMessageChange } from '../members/publish-change.ts';
import { deleteOwnMessage } from './messages.repository.ts';
import { requireMessage } from './require-message.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

/**
 * Replaces a message of the viewer's by a placeholder without text and file, for all members.
 * Deleting it again succeeds. If one member has blocked the other, the receiver gets no event.
 * @throws NotFoundError; ForbiddenError for a received message or one that is too old
 */
export async function deleteMessage(
  { database, clock, media, bus, isFederated }: Dependencies,
  viewer: Viewer,
  messageId: string,
): Promise<void> {
  const message = await requireMessage(database, viewer, messageId);
  if (!message.isOwn) throw new ForbiddenError('error.deleteForeignMessage');
  if (message.isDeleted) return;
  const now = clock.now();
  const sentAfter = new Date(now.getTime() - messageDeletionMs);
  const own = { messageId, senderId: viewer.userId, now, sentAfter };
  const deleted = isFederated
    ? await database.$transaction(async (tx) => {
        const result = await deleteOwnMessage(tx, own);
        if (result !== null) await enqueueMessageChange(tx, 'deleteMessage', messageId);
        return result;
      })
    : await deleteOwnMessage(database, own);
  if (deleted === null) {
    // Another request has deleted it, or it is too old.
    if ((await requireMessage(database, viewer, messageId)).isDeleted) return;
    throw new ForbiddenError('error.deleteOldMessage');
  }
  const { storageKeys, ...published } = deleted;
  await publishMessageChange({ database, bus }, 'message-deleted', viewer, published);
  await media.discard(storageKeys.map((storageKey) => ({ storageKey })));
}
