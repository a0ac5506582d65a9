import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listTypingReaders } from './group-state.repository.ts';
import { requireCanMessage } from './require-permission.ts';

/**
 * Notifies another user that the viewer is typing, unless they ignore the viewer, one of them has
 * not accepted the messages of the other, or one has turned typing indicators off.
 * @throws the errors of `sendMessage`
 */
export async function sendTyping(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  viewer: Viewer,
  userId: string,
): Promise<void> {
  const key = { viewerId: viewer.userId, groupId: userId };
  const readers = isId(userId) ? await listTypingReaders(database, key) : null;
  if (readers !== null) {
    const groupId = userId.toLowerCase();
    bus.publish({ kind: 'group-typing', groupId, userId: viewer.userId, userIds: readers });
    return;
  }
  const { partnerId, isIgnoredByPartner, isRequestToPartner, sharesTyping, conversation } =
    await requireCanMessage(database, viewer, userId);
  const isRequest = isRequestToPartner || (conversation?.request ?? null) !== null;
  if (sharesTyping && !isIgnoredByPartner && !isRequest)
    bus.publish({ kind: 'typing', userId: viewer.userId, partnerId });
}
