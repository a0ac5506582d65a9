import type { CurrentUser, ProfileChanges } from '@skein/contracts/users';
import type { Database, Transaction } from '@skein/db';
import { AppError, ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule, ProcessedProfileImage } from '../media/index.ts';
import { requireUnreserved } from './usernames.ts';
import type { UsersModule } from './users.module.ts';
import { clearProfileImage, saveProfile } from './profiles.repository.ts';

export interface UpdateProfileDependencies {
  database: Database;
  users: Pick<UsersModule, 'getCurrentUser'>;
  media: Pick<MediaModule, 'processProfileImage' | 'claimPicture' | 'discard'>;
  /** Approves the follow requests of an account that becomes public. */
  approveFollowRequests: (userId: string) => Promise<void>;
  /** Ends the follows between an account and accounts of other servers. */
  endRemoteFollows: (viewer: Viewer) => Promise<void>;
}

/** The new files of a profile, by the names of their form fields. */
export interface ProfileFiles {
  profileImage?: UploadedFile | undefined;
  bannerImage?: UploadedFile | undefined;
}

const images = [
  { kind: 'picture', file: 'profileImage', removal: 'removeProfileImage', column: 'pictureKey' },
  { kind: 'banner', file: 'bannerImage', removal: 'removeBannerImage', column: 'bannerKey' },
] as const;

type NewImage = (typeof images)[number] & ProcessedProfileImage;
type Removals = Record<(typeof images)[number]['removal'], boolean>;

/**
 * Changes the viewer's own profile in one transaction. The files of a removed picture or banner are
 * deleted at once; those of a replaced one become orphaned and are deleted by the media job.
 * @throws ValidationError for a reserved username, or an image together with its removal
 * @throws ForbiddenError for a frozen account that changes what others see
 * @throws ConflictError `username_taken`; errors of the media module for the images
 */
export async function updateProfile(
  dependencies: UpdateProfileDependencies,
  viewer: Viewer,
  { removeProfileImage = false, removeBannerImage = false, ...changes }: ProfileChanges,
  files: ProfileFiles,
): Promise<CurrentUser> {
  const { database, users, media, approveFollowRequests, endRemoteFollows } = dependencies;
  const before = await users.getCurrentUser(viewer.userId);
  // A user with a reserved username keeps it.
  if (changes.username !== before.username) requireUnreserved(changes.username);
  if (viewer.isFrozen === true) requireUnpublished(before, changes, files);
  const removals = { removeProfileImage, removeBannerImage };
  validateFiles(files, removals);
  const added = await processFiles(media, viewer.userId, files);
  let removed: ProcessedProfileImage[];
  try {
    removed = await database.$transaction(async (tx) => {
      const keys = Object.fromEntries(added.map(({ column, storageKey }) => [column, storageKey]));
      await saveProfile(tx, viewer.userId, { ...changes, ...keys });
      for (const { storageKey } of added) await media.claimPicture(tx, storageKey);
      return removeImages(tx, viewer.userId, removals);
    });
  } catch (error) {
    // After an outage the images may be in use. Otherwise the media job deletes them.
    if (added.length > 0 && !isOutage(error)) await media.discard(added);
    throw error;
  }
  if (removed.length > 0) await media.discard(removed);
  // The account may have been public before: an earlier attempt may have been interrupted.
  if (changes.isPrivate === false && viewer.isFrozen !== true)
    await approveFollowRequests(viewer.userId);
  if (changes.isFederated === false) await endRemoteFollows(viewer);
  return users.getCurrentUser(viewer.userId);
}

/** What others see of a profile. */
const publicFields = ['name', 'username', 'bio', 'location', 'website'] as const;

/**
 * The user of a frozen account can change settings and remove pictures, but publish nothing.
 * @throws ForbiddenError
 */
function requireUnpublished(
  before: CurrentUser,
  changes: ProfileChanges,
  files: ProfileFiles,
): void {
  const isPublished =
    images.some(({ file }) => files[file] !== undefined) ||
    (before.isPrivate && changes.isPrivate === false) ||
    (!before.isShownOutside && changes.isShownOutside === true) ||
    (!before.isFederated && changes.isFederated === true) ||
    (changes.fields !== undefined &&
      JSON.stringify(changes.fields) !== JSON.stringify(before.fields)) ||
    publicFields.some((field) => changes[field] !== undefined && changes[field] !== before[field]);
  if (isPublished) {
    throw new ForbiddenError('error.profileFrozen');
  }
}

/** Stores all new images or none. */
async function processFiles(
  media: UpdateProfileDependencies['media'],
  userId: string,
  files: ProfileFiles,
): Promise<NewImage[]> {
  const added: NewImage[] = [];
  try {
    for (const image of images) {
      const file = files[image.file];
      if (file === undefined) continue;
      const processed = await media
        .processProfileImage(image.kind, file, userId)
        .catch((error: unknown) => {
          throw nameField(error, image.file);
        });
      added.push({ ...image, ...processed });
    }
    return added;
  } catch (error) {
    if (added.length > 0) await media.discard(added);
    throw error;
  }
}

/** The error of a rejected file with the name of its field, because a form can have two files. */
function nameField(error: unknown, path: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'unsupported_media') return error;
  const { code, userMessage: message, cause } = error;
  return new AppError(code, message, { cause, fieldErrors: [{ path, message }] });
}

async function removeImages(
  tx: Transaction,
  userId: string,
  removals: Removals,
): Promise<ProcessedProfileImage[]> {
  const removed: ProcessedProfileImage[] = [];
  for (const { removal, column } of images) {
    const storageKey = removals[removal] ? await clearProfileImage(tx, userId, column) : null;
    if (storageKey !== null) removed.push({ storageKey });
  }
  return removed;
}

function validateFiles(files: ProfileFiles, removals: Removals): void {
  for (const { file: name, removal } of images) {
    const file = files[name];
    if (file === undefined) continue;
    if (removals[removal]) {
      const message = 'error.pictureSetAndRemoved';
      throw new ValidationError([{ path: removal, message }]);
    }
    if (file.bytes === 0) {
      throw new ValidationError([{ path: name, message: 'error.pictureEmpty' }]);
    }
  }
}
