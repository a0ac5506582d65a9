import type { GroupDetails } from '@skein/contracts/chat';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { adminsOnly, groupNotFound } from './group-context.ts';
import type { GroupContext } from './group-context.ts';
import type { StoredGroupEvent } from './group-messages.repository.ts';
import { findGroup } from './groups.queries.ts';
import { storeGroup } from './groups.repository.ts';

export interface GroupChanges {
  name?: string | undefined;
  removePicture?: boolean | undefined;
  picture?: UploadedFile | undefined;
}

/** @throws NotFoundError, ForbiddenError, ValidationError; errors of the media module for the picture */
export async function updateGroup(
  { database, media, changeAsAdmin, get }: GroupContext,
  viewer: Viewer,
  id: string,
  changes: GroupChanges,
): Promise<GroupDetails> {
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
    await changeAsAdmin(viewer, id, async (tx, _locked, groupId) => {
      const { hasNewName } = await storeGroup(tx, groupId, { name, pictureKey });
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
  return get(viewer, id);
}
