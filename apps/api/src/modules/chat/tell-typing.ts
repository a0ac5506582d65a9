import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireWritable } from './require-standing.ts';

/**
 * Tells somebody that the viewer is writing to them; who ignores the viewer is not told.
 * @throws what sending throws
 */
export async function tellTyping(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  viewer: Viewer,
  userId: string,
): Promise<void> {
  const { partnerId, isUnheard } = await requireWritable(database, viewer, userId);
  if (!isUnheard) bus.publish({ kind: 'typing', userId: viewer.userId, partnerId });
}
