import type { CurrentUser, ProfileChanges } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import { ValidationError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule, ProcessedPicture } from '../media/index.ts';
import { isReservedUsername } from './usernames.ts';
import type { UsersModule } from './users.module.ts';
import type { ProfilesRepository } from './profiles.repository.ts';

export interface UpdateProfileDependencies {
  database: Database;
  repository: Pick<ProfilesRepository, 'updateProfile' | 'removePicture'>;
  users: Pick<UsersModule, 'getCurrentUser'>;
  media: Pick<MediaModule, 'processProfilePicture' | 'claimPicture' | 'discard'>;
  /** Approves the follow requests of an account that becomes public. */
  approveFollowRequests: (userId: string) => Promise<void>;
}

/**
 * Changes the viewer's own profile in one transaction. The files of a removed picture are deleted at
 * once; those of a replaced picture become orphaned and are deleted by the media job.
 * @throws ValidationError for a reserved username, or a picture together with its removal
 * @throws ConflictError `username_taken`; errors of the media module for the picture
 */
export async function updateProfile(
  { database, repository, users, media, approveFollowRequests }: UpdateProfileDependencies,
  viewer: Viewer,
  { removeProfileImage: isRemoval = false, ...changes }: ProfileChanges,
  image: UploadedFile | undefined,
): Promise<CurrentUser> {
  const before = await users.getCurrentUser(viewer.userId);
  // A user with a reserved username keeps it.
  if (changes.username !== before.username) requireUnreserved(changes.username);
  if (image !== undefined) validateImage(image, { isRemoval });
  const picture = image && (await media.processProfilePicture(image, viewer.userId));
  let removedKey: string | null;
  try {
    removedKey = await database.$transaction(async (tx) => {
      await repository.updateProfile(tx, viewer.userId, { ...changes, ...toColumn(picture) });
      if (picture !== undefined) await media.claimPicture(tx, picture.storageKey);
      return isRemoval ? repository.removePicture(tx, viewer.userId) : null;
    });
  } catch (error) {
    // After an outage the picture may be in use. Otherwise the media job deletes it.
    if (picture !== undefined && !isOutage(error)) await media.discard([picture]);
    throw error;
  }
  if (removedKey !== null) await media.discard([{ storageKey: removedKey }]);
  // Also if it was public before: an earlier attempt may have been interrupted.
  if (changes.isPrivate === false) await approveFollowRequests(viewer.userId);
  return users.getCurrentUser(viewer.userId);
}

function toColumn(picture: ProcessedPicture | undefined) {
  return picture === undefined ? {} : { pictureKey: picture.storageKey };
}

function requireUnreserved(username: string | undefined): void {
  if (username === undefined || !isReservedUsername(username)) return;
  throw new ValidationError([
    { path: 'username', message: 'This username is reserved. Please choose another.' },
  ]);
}

function validateImage(image: UploadedFile, { isRemoval }: { isRemoval: boolean }): void {
  if (isRemoval) {
    const message = 'Send a picture or remove it, not both.';
    throw new ValidationError([{ path: 'removeProfileImage', message }]);
  }
  if (image.bytes > 0) return;
  throw new ValidationError([{ path: 'profileImage', message: 'The picture is empty.' }]);
}
