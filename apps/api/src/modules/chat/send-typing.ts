import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Viewer } from '../../platform/viewer.ts';
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
  const { partnerId, isIgnoredByPartner, isRequestToPartner, sharesTyping, conversation } =
    await requireCanMessage(database, viewer, userId);
  const isRequest = isRequestToPartner || (conversation?.request ?? null) !== null;
  if (sharesTyping && !isIgnoredByPartner && !isRequest)
    bus.publish({ kind: 'typing', userId: viewer.userId, partnerId });
}
