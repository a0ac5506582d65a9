import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireCanMessage } from './require-permission.ts';

/**
 * Notifies another user that the viewer is typing, unless they ignore the viewer.
 * @throws the errors of `sendMessage`
 */
export async function sendTyping(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  viewer: Viewer,
  userId: string,
): Promise<void> {
  const { partnerId, isIgnoredByPartner } = await requireCanMessage(database, viewer, userId);
  if (!isIgnoredByPartner) bus.publish({ kind: 'typing', userId: viewer.userId, partnerId });
}
