import type { GroupDetails } from '@skein/contracts/chat';
import { ValidationError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { StoredGroupEvent } from '../messages/insert-message.repository.ts';
import { adminsOnly, changeAsAdmin, getGroup, groupNotFound } from './groups.ts';
import type { GroupsDependencies } from './groups.ts';
import { findGroup } from './groups.queries.ts';
import { storeGroup } from './groups.repository.ts';

export interface GroupChanges {
  name?: string | undefined;
  removePicture?: boolean | undefined;
  picture?: UploadedFile | undefined;
}

/** @throws NotFoundError, ForbiddenError, ValidationError; errors of the media module for the picture */
export async function updateGroup(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
  changes: GroupChanges,
): Promise<GroupDetails> {
  const { database, media } = dependencies;
  const { name, removePicture = false, picture } = changes;
  if (picture !== undefined && removePicture) {
    const message = 'error.pictureSetAndRemoved';
    throw new ValidationError([{ path: 'removePicture', message }]);
  }
  const group = isId(id) ? await findGroup(database, viewer.userId, id) : null;
  if (group === null) throw groupNotFound();
  // Checked again under the lock.
  if (!group.isAdmin) throw adminsOnly();
  const added = picture && (await media.processProfileImage('picture', picture, viewer.userId));
  const pictureKey = removePicture ? null : added?.storageKey;
  try {
    await changeAsAdmin(dependencies, viewer, id, async (tx, _locked, conversationId) => {
      const { hasNewName } = await storeGroup(tx, conversationId, { name, pictureKey });
      if (added !== undefined) await media.claimPicture(tx, added.storageKey);
      const events: StoredGroupEvent[] = [];
      if (hasNewName) events.push({ type: 'name_changed', userIds: [], name: name ?? null });
      if (pictureKey !== undefined)
        events.push({ type: 'picture_changed', userIds: [], name: null });
      return { result: null, events };
    });
  } catch (error) {
    if (added !== undefined) await media.discard([added]);
    throw error;
  }
  return getGroup(dependencies, viewer, id);
}
