import type { MessageDraft } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { toDraftDto } from '../conversations/conversation.serializer.ts';
import { requireConversation } from '../conversations/require-conversation.ts';
import { findDraft, storeDraft } from './drafts.repository.ts';
import type { DraftChange } from './drafts.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/** Returns the viewer's draft in a conversation. @throws NotFoundError */
export async function getDraft(
  { database }: Pick<Dependencies, 'database'>,
  viewer: Viewer,
  id: string,
): Promise<MessageDraft> {
  const { id: conversationId } = await requireConversation(database, viewer, id);
  const draft = await findDraft(database, { conversationId, userId: viewer.userId });
  return draft === null ? { text: '', replyTo: null, revision: 0 } : toDraftDto(draft);
}

/**
 * Returns the revision; 0 if the conversation is not stored yet. A draft does not store it, because it would
 * belong to both members.
 * @throws NotFoundError
 */
export async function saveDraft(
  { database, bus }: Dependencies,
  viewer: Viewer,
  id: string,
  change: DraftChange,
): Promise<number> {
  const { userId } = viewer;
  const { id: conversationId } = await requireConversation(database, viewer, id);
  const revision = await storeDraft(database, { conversationId, userId }, change);
  if (revision === null) return 0;
  bus.publish({ kind: 'draft', conversationId, userId, revision });
  return revision;
}
