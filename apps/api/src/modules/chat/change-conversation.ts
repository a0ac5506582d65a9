import type { ConversationSettings } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { requireReadable } from './require-standing.ts';
import { clearSide, storeSettings } from './sides.repository.ts';
import type { SettingsChange } from './sides.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Sets the conversation with somebody for the viewer alone, also one that is yet to begin.
 * @throws NotFoundError
 */
export async function changeSettings(
  { database, bus }: Dependencies,
  viewer: Viewer,
  userId: string,
  change: SettingsChange,
): Promise<ConversationSettings> {
  const { partnerId } = await requireReadable(database, viewer, userId);
  const pair = { viewerId: viewer.userId, partnerId };
  const settings = await storeSettings(database, pair, change);
  if (settings === null) throw userNotFound();
  bus.publish({ kind: 'conversation', userId: viewer.userId, partnerId });
  return settings;
}

/** Empties a conversation for the viewer alone. @throws NotFoundError */
export async function clearConversation(
  { database, bus }: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  const isCleared = isId(userId) && (await clearSide(database, viewer.userId, userId));
  // Nothing to clear is no mistake.
  if (!isCleared) return void (await requireReadable(database, viewer, userId));
  bus.publish({ kind: 'conversation', userId: viewer.userId, partnerId: userId.toLowerCase() });
}
