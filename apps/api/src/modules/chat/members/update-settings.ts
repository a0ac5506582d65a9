import { pinnedConversationsMax } from '@skein/contracts/chat';
import type { ConversationSettings } from '@skein/contracts/chat';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Bus } from '../../../platform/events/bus.ts';
import { ConflictError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import { ensureStored } from '../conversations/conversations.repository.ts';
import { requireConversation } from '../conversations/require-conversation.ts';
import { clearForMember, countOtherPinned, storeSettings } from './members.repository.ts';
import type { SettingsChange } from './members.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Changes the settings of a conversation for the viewer only. The conversation may not be stored yet.
 * @throws NotFoundError, ConflictError
 */
export async function updateSettings(
  { database, bus }: Dependencies,
  viewer: Viewer,
  id: string,
  change: SettingsChange,
): Promise<ConversationSettings> {
  const { userId } = viewer;
  const conversation = await requireConversation(database, viewer, id);
  const conversationId = await ensureStored(database, userId, conversation);
  if (conversationId === null) throw userNotFound();
  const store = (tx: Database | Transaction) =>
    storeSettings(tx, { conversationId, userId }, change);
  const settings =
    change.isPinned === true
      ? await database.$transaction(async (tx) => {
          const count = await countOtherPinned(tx, { conversationId, userId });
          if (count >= pinnedConversationsMax) throw tooManyPinned();
          return store(tx);
        })
      : await store(database);
  if (settings === null) throw userNotFound();
  bus.publish({ kind: 'conversation', conversationId, userIds: [userId] });
  return settings;
}

/** Clears a conversation for the viewer only. @throws NotFoundError */
export async function clearConversation(
  { database, bus }: Dependencies,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const { userId } = viewer;
  const conversation = await requireConversation(database, viewer, id);
  // Clearing a conversation that is not stored yet succeeds.
  if (conversation.membership === null) return;
  const { id: conversationId } = conversation;
  await clearForMember(database, { conversationId, userId });
  bus.publish({ kind: 'conversation', conversationId, userIds: [userId] });
}

function tooManyPinned(): ConflictError {
  const message = withValues('error.conversationsPinned', { max: pinnedConversationsMax });
  return new ConflictError('conflict', message);
}
