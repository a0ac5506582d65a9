import type { MessageDraft } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findDraft, storeDraft } from './drafts.repository.ts';
import type { DraftChange } from './drafts.repository.ts';
import { isMember } from './group-state.repository.ts';
import { toDraftDto } from './messages.serializer.ts';
import { requireVisibleAuthor } from './require-permission.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/** The viewer's unsent message to a user or a group. @throws NotFoundError */
export async function getDraft(
  { database }: Pick<Dependencies, 'database'>,
  viewer: Viewer,
  id: string,
): Promise<MessageDraft> {
  const partnerId = await requirePartner(database, viewer, id);
  const draft = await findDraft(database, { viewerId: viewer.userId, partnerId });
  return draft === null ? { text: '', replyTo: null, revision: 0 } : toDraftDto(draft);
}

/**
 * Returns the revision; 0 if there is no conversation to save it in. A draft does not create one, because it would
 * belong to both members.
 * @throws NotFoundError
 */
export async function saveDraft(
  { database, bus }: Dependencies,
  viewer: Viewer,
  id: string,
  change: DraftChange,
): Promise<number> {
  const partnerId = await requirePartner(database, viewer, id);
  const revision = await storeDraft(database, { viewerId: viewer.userId, partnerId }, change);
  if (revision === null) return 0;
  bus.publish({ kind: 'draft', userId: viewer.userId, partnerId, revision });
  return revision;
}

/** The id of the other member, or of the group. @throws NotFoundError */
async function requirePartner(database: Database, viewer: Viewer, id: string): Promise<string> {
  const { userId: viewerId } = viewer;
  if (isId(id) && (await isMember(database, { viewerId, groupId: id }))) return id.toLowerCase();
  const { partnerId } = await requireVisibleAuthor(database, viewer, id);
  return partnerId;
}
