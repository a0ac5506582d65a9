import { pinnedConversationsMax } from '@skein/contracts/chat';
import type { ConversationSettings } from '@skein/contracts/chat';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Bus } from '../../platform/events/bus.ts';
import { ConflictError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { requireVisibleAuthor } from './require-permission.ts';
import {
  clearForMember,
  countOtherPinned,
  storeSettings,
} from './conversation-members.repository.ts';
import { clearGroup, isMember, storeGroupSettings } from './group-state.repository.ts';
import type { SettingsChange } from './conversation-members.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Changes the settings of a conversation for the viewer only. The conversation may not exist yet.
 * @throws NotFoundError, ConflictError
 */
export async function updateSettings(
  { database, bus }: Dependencies,
  viewer: Viewer,
  userId: string,
  change: SettingsChange,
): Promise<ConversationSettings> {
  const key = { viewerId: viewer.userId, groupId: userId };
  const isGroup = isId(userId) && (await isMember(database, key));
  const partnerId = isGroup
    ? userId.toLowerCase()
    : (await requireVisibleAuthor(database, viewer, userId)).partnerId;
  const pair = { viewerId: viewer.userId, partnerId };
  const store = (tx: Database | Transaction) =>
    isGroup ? storeGroupSettings(tx, key, change) : storeSettings(tx, pair, change);
  const settings =
    change.isPinned === true
      ? await database.$transaction(async (tx) => {
          const count = await countOtherPinned(tx, pair);
          if (count >= pinnedConversationsMax) throw tooManyPinned();
          return store(tx);
        })
      : await store(database);
  if (settings === null) throw userNotFound();
  bus.publish({ kind: 'conversation', userId: viewer.userId, partnerId });
  return settings;
}

/** Clears a conversation for the viewer only. @throws NotFoundError */
export async function clearConversation(
  { database, bus }: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  const isCleared =
    isId(userId) &&
    ((await clearForMember(database, viewer.userId, userId)) ||
      (await clearGroup(database, { viewerId: viewer.userId, groupId: userId })));
  // Clearing a conversation that does not exist succeeds.
  if (!isCleared) return void (await requireVisibleAuthor(database, viewer, userId));
  bus.publish({ kind: 'conversation', userId: viewer.userId, partnerId: userId.toLowerCase() });
}

function tooManyPinned(): ConflictError {
  const message = withValues('error.conversationsPinned', { max: pinnedConversationsMax });
  return new ConflictError('conflict', message);
}
