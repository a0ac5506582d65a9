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
import { addMissingStills } from './add-missing-stills.ts';
import type { CheckedUpload } from './check-upload.ts';
import { createConversions } from './conversion/conversions.ts';
import type { UploadDetails } from './own-uploads.repository.ts';
import { chargeImages } from './image-rate-limit.ts';
import { deleteUnclaimedKeys, findOriginalName, insertUnclaimedKey } from './media.repository.ts';
import { deleteUpload, describeUpload, getOwnUpload } from './own-uploads.ts';
import { createPosterRenderer } from './poster/render-poster.ts';
import { processLinkImage } from './process-link-image.ts';
import { processInstanceImage } from './process-instance-image.ts';
import { processProfileImage } from './process-profile-image.ts';
import type { ProfileImageKind } from './process-profile-image.ts';
import { createQuotaChecks } from './quota.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';
import { createMediaHandler } from './stored-files.routes.ts';
import type { RemoteFiles } from './stored-files.routes.ts';
import { storeRemoteFile } from './store-remote-file.ts';
import type { RemoteFile } from './store-remote-file.ts';
import { claimUpload, discardUploads, processAll, processUpload } from './store-upload.ts';
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
  const quotaChecks = createQuotaChecks(options);
  const { uploadQuota, requireSpace, insert } = quotaChecks;
  const ffmpeg = { searchPath: options.searchPath };
  const conversions = createConversions({ ...options, ...quotaChecks, ffmpeg });

  const processing = {
    store,
    async reserveKey() {
      const storageKey = newStorageKey();
      await insertUnclaimedKey(database, storageKey, clock.now());
      return storageKey;
    },
    renderPoster: createPosterRenderer({ ...ffmpeg, logger }),
    canConvert: conversions.isAvailable,
  };
  const charge = (userId: string, uploads: readonly CheckedUpload[]) =>
    chargeImages(rateLimiter, userId, uploads);
  const deps = { ...options, processing, requireSpace, charge, insert };

  return {
    discard: (uploads: Parameters<typeof discardUploads>[1]) => discardUploads(deps, uploads),
    processUpload: (file: UploadedFile, ownerId: string) => processUpload(deps, file, ownerId),
    processAll: (files: readonly UploadedFile[], ownerId: string) =>
      processAll(deps, files, ownerId),
    insert,
    claim: claimUpload,
    /** Checked before a request's files are received. */
    uploadQuota,
    upload: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: UploadInput,
      files: readonly UploadedFile[],
    ) => uploadMedia(deps, viewer, idempotency, input, files),

    getOwn: (viewer: Viewer, id: string) => getOwnUpload(database, viewer, id),
    describe: (viewer: Viewer, id: string, details: UploadDetails) =>
      describeUpload(database, viewer, id, details),
    deleteUnused: (viewer: Viewer, id: string) => deleteUpload(database, viewer, id),

    /** Processes an image of a profile. Call `claimPicture` in the transaction that stores its key. */
    processProfileImage: (kind: ProfileImageKind, file: UploadedFile, ownerId: string) =>
      processProfileImage({ ...processing, charge }, kind, file, ownerId),
    /** Processes a logo or favicon for an administrator. Call `claimPicture` as for pictures. */
    processInstanceImage: (file: UploadedFile, userId: string) =>
      processInstanceImage({ ...processing, charge }, file, userId),
    /** Stores a small copy of an image that the server fetched. Call `claimPicture` as for pictures. */
    processLinkImage: (content: Buffer) => processLinkImage({ ...options, ...processing }, content),
    /** Marks the key as used by a row. */
    claimPicture: (tx: Transaction, storageKey: string) => deleteUnclaimedKeys(tx, [storageKey]),

    conversions,
    /** @param remoteFiles The files of other servers; undefined without federation */
    createHandler: (remoteFiles?: RemoteFiles) =>
      createMediaHandler(store, {
        findDownloadName: (key) => findOriginalName(database, key),
        remoteFiles,
      }),
    /** Stores a file of another server below a given key. Returns the bytes of all its files. */
    storeRemoteFile: (file: RemoteFile, content: AsyncIterable<Buffer>) =>
      storeRemoteFile({ ...options, processing }, file, content),
    sweep: () => sweepMedia(deps),
    addMissingStills: () => addMissingStills(deps),
  };
}
