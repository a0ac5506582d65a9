import type { UploadLimits } from '@skein/contracts/upload-limits';
import type { Database, Transaction } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { MediaQuota } from '../../platform/config/upload-settings.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { ReadDisk } from '../../platform/disk-space.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock, Repeat } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CheckedUpload } from './check-upload.ts';
import { createConversions } from './conversion/conversions.ts';
import { createImageRateLimit } from './image-rate-limit.ts';
import { claimMedia, createMediaRepository } from './media.repository.ts';
import type { MediaClaim, MediaRepository } from './media.repository.ts';
import type { UploadDetails } from './own-uploads.repository.ts';
import { deleteUpload, describeUpload, getOwnUpload } from './own-uploads.ts';
import { createPosterRenderer } from './poster/render-poster.ts';
import { processAll } from './process-all.ts';
import { processCheckedUpload } from './process-upload.ts';
import { checkAttachment } from './check-attachment.ts';
import { processLinkImage } from './process-link-image.ts';
import { processInstanceImage } from './process-instance-image.ts';
import { processProfileImage } from './process-profile-image.ts';
import type { ProfileImageKind } from './process-profile-image.ts';
import type { ProcessedMedia } from './processed-media.ts';
import { createQuotaChecks } from './quota.ts';
import { uploadNotClaimable } from './upload-errors.ts';
import type { MediaRow } from './media.serializer.ts';
import type { MediaStore } from './store/media-store.ts';
import { createMediaHandler } from './stored-files.routes.ts';
import { sweepMedia } from './sweep-media.ts';
import { uploadMedia } from './upload-media.ts';
import type { UploadInput } from './upload-media.ts';

interface MediaModuleOptions {
  database: Database;
  store: MediaStore;
  /** Per user. */
  mediaQuota: MediaQuota;
  /** What administrators allow at present. */
  readUploadLimits: () => UploadLimits;
  /** For all users together; Infinity for no limit. */
  mediaTotalBytes: number;
  rateLimiter: Pick<RateLimiter, 'consume'>;
  clock: Clock;
  logger: Logger;
  /** Absolute. Contains files while they are processed. */
  uploadsDirectory: string;
  diskReserveBytes: number;
  readDisk: ReadDisk;
  /** The PATH to find ffmpeg, which renders video posters and converts videos. It is optional. */
  searchPath: string | undefined;
  /** Whether videos are converted, if ffmpeg is installed. */
  convertsVideos: boolean;
  repeat: Repeat;
  bus: Pick<Bus, 'publish'>;
}

export type MediaModule = ReturnType<typeof createMediaModule>;

export function createMediaModule(options: MediaModuleOptions) {
  const { database, store, rateLimiter, clock, logger } = options;
  const repository = createMediaRepository(database);
  const imageRateLimit = createImageRateLimit(rateLimiter);
  const quotaChecks = createQuotaChecks({ ...options, repository });
  const { uploadQuota, requireSpace, insert } = quotaChecks;
  const ffmpeg = { searchPath: options.searchPath };
  const conversions = createConversions({ ...options, ...quotaChecks, ffmpeg });

  const processing = {
    store,
    reserveKey: (storageKey: string) => repository.reserveKey(storageKey, clock.now()),
    renderPoster: createPosterRenderer({ ...ffmpeg, logger }),
    canConvert: conversions.isAvailable,
  };

  const discard = (uploads: readonly StoredFiles[]) =>
    discardFiles({ ...options, repository }, uploads);

  async function processUpload(file: UploadedFile, ownerId: string): Promise<ProcessedMedia> {
    await requireSpace(ownerId, 1);
    const upload = await checkAttachment(file, options.readUploadLimits());
    await imageRateLimit(ownerId)([upload]);
    return processCheckedUpload(processing, upload, ownerId);
  }

  const uploading = { database, repository, insert, processUpload, discard };
  return {
    discard,
    processUpload,
    insert,
    /** Checked before a request's files are received. */
    uploadQuota,
    upload: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: UploadInput,
      files: readonly UploadedFile[],
    ) => uploadMedia(uploading, viewer, idempotency, input, files),

    getOwn: (viewer: Viewer, id: string) => getOwnUpload(database, viewer, id),
    describe: (viewer: Viewer, id: string, details: UploadDetails) =>
      describeUpload(database, viewer, id, details),
    deleteUnused: (viewer: Viewer, id: string) => deleteUpload(database, viewer, id),

    /** Processes an image of a profile. Call `claimPicture` in the transaction that stores its key. */
    processProfileImage: (kind: ProfileImageKind, file: UploadedFile, ownerId: string) =>
      processProfileImage({ ...processing, charge: imageRateLimit(ownerId) }, kind, file, ownerId),

    /** Processes a logo or favicon for an administrator. Call `claimPicture` as for pictures. */
    processInstanceImage: (file: UploadedFile, userId: string) =>
      processInstanceImage({ ...processing, charge: imageRateLimit(userId) }, file, userId),

    /** Stores a small copy of an image that the server fetched. Call `claimPicture` as for pictures. */
    processLinkImage: (content: Buffer) => processLinkImage({ ...options, ...processing }, content),

    /** Marks the key as used by a row. */
    claimPicture: (tx: Transaction, storageKey: string) => repository.releaseKeys([storageKey], tx),

    /** Processes all files or none. */
    async processAll(files: readonly UploadedFile[], ownerId: string): Promise<ProcessedMedia[]> {
      await requireSpace(ownerId, files.length);
      const processOne = (upload: CheckedUpload) =>
        processCheckedUpload(processing, upload, ownerId);
      return processAll(
        { ...options, charge: imageRateLimit(ownerId), processOne, discard },
        files,
      );
    },

    claim: claimUpload,

    conversions,
    serve: createMediaHandler(store, (key) => repository.findOriginalName(key)),
    sweep: () => sweepMedia({ store, repository, clock }),
  };
}

/**
 * Attaches an earlier upload to a thread or message, in the transaction that creates it.
 * @throws ValidationError when there is no such unused upload of the user
 */
async function claimUpload(tx: Transaction, claim: MediaClaim): Promise<MediaRow> {
  const claimed = await claimMedia(tx, claim);
  if (claimed === null) throw uploadNotClaimable();
  return claimed;
}

type StoredFiles = Pick<ProcessedMedia, 'storageKey'>;

/** Deletes the files of uploads. Files that cannot be deleted now are left to the sweep. */
async function discardFiles(
  { store, logger, repository }: MediaModuleOptions & { repository: MediaRepository },
  uploads: readonly StoredFiles[],
): Promise<void> {
  const storageKeys = uploads.map((upload) => upload.storageKey);
  try {
    for (const storageKey of storageKeys) await store.remove(storageKey);
    await repository.releaseKeys(storageKeys);
  } catch (error) {
    logger.warn({ err: error }, 'could not remove the files of an upload');
  }
}
