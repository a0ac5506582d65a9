import type { Database, Transaction } from '@skein/db';
import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import type { MediaQuota } from '../../platform/config/media-quota.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import { createImageCharge } from './image-charge.ts';
import { claimMedia, createMediaRepository } from './media.repository.ts';
import type { MediaClaim } from './media.repository.ts';
import { createPosterRenderer } from './poster/render-poster.ts';
import { prepareAll } from './prepare-all.ts';
import { prepareMedia } from './prepare-media.ts';
import { preparePicture } from './prepare-picture.ts';
import type { PreparedPicture } from './prepare-picture.ts';
import type { PreparedMedia } from './prepared-media.ts';
import { createQuotaKeeping } from './quota.ts';
import { unclaimable } from './refusals.ts';
import type { MediaRow } from './media.serializer.ts';
import type { MediaStore } from './store/media-store.ts';
import { createMediaHandler } from './stored-files.routes.ts';
import { sweepMedia } from './sweep-media.ts';
import { uploadMedia } from './upload-media.ts';
import type { UploadInput } from './upload-media.ts';

interface MediaModuleOptions {
  database: Database;
  store: MediaStore;
  /** For each person. */
  mediaQuota: MediaQuota;
  /** For everybody together; Infinity for no limit. */
  mediaTotalBytes: number;
  rateLimiter: Pick<RateLimiter, 'consume'>;
  clock: Clock;
  logger: Logger;
  /** Where ffmpeg is looked for, which makes pictures of videos. It need not be there. */
  searchPath: string | undefined;
}

export type MediaModule = ReturnType<typeof createMediaModule>;

export function createMediaModule(options: MediaModuleOptions) {
  const { database, store, rateLimiter, clock, logger, searchPath } = options;
  const repository = createMediaRepository(database);
  const charge = createImageCharge(rateLimiter);
  const { uploadQuota, requireRoom, insert } = createQuotaKeeping({ ...options, repository });

  const preparing = {
    store,
    announceKey: (storageKey: string) => repository.announceKey(storageKey, clock.now()),
    renderPoster: createPosterRenderer({ ffmpegPath: 'ffmpeg', searchPath, logger }),
  };

  /** Takes the files of uploads back. What can't be removed now is left to the sweep. */
  async function discard(uploads: readonly Pick<PreparedMedia, 'storageKey'>[]): Promise<void> {
    const storageKeys = uploads.map((upload) => upload.storageKey);
    try {
      for (const storageKey of storageKeys) await store.remove(storageKey);
      await repository.forgetKeys(storageKeys);
    } catch (error) {
      logger.warn({ err: error }, 'could not remove the files of an upload');
    }
  }

  async function prepare(file: UploadedFile, ownerId: string): Promise<PreparedMedia> {
    await requireRoom(ownerId, 1);
    const upload = await checkUpload(file);
    await charge(ownerId)([upload]);
    return prepareMedia(preparing, upload, ownerId);
  }

  return {
    discard,
    prepare,
    insert,
    /** What requests may bring, asked before they are received. */
    uploadQuota,
    upload: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: UploadInput,
      files: readonly UploadedFile[],
    ) =>
      uploadMedia(
        { database, repository, insert, prepare, discard },
        viewer,
        idempotency,
        input,
        files,
      ),

    /** A profile picture. Whoever takes its key up notes so with `adoptPicture`. */
    preparePicture: (file: UploadedFile, ownerId: string): Promise<PreparedPicture> =>
      preparePicture({ ...preparing, charge: charge(ownerId) }, file, ownerId),

    /** From now on somebody's row has the key. */
    adoptPicture: (tx: Transaction, storageKey: string) => repository.forgetKeys([storageKey], tx),

    /** `prepare` for all files or none. */
    async prepareAll(files: readonly UploadedFile[], ownerId: string): Promise<PreparedMedia[]> {
      await requireRoom(ownerId, files.length);
      const prepareOne = (upload: CheckedUpload) => prepareMedia(preparing, upload, ownerId);
      return prepareAll({ charge: charge(ownerId), prepareOne, discard }, files);
    },

    /**
     * Takes an earlier upload up for a thread or a message, in the transaction that makes it.
     * @throws ValidationError when there is no such upload to be had
     */
    async claim(tx: Transaction, claim: MediaClaim): Promise<MediaRow> {
      const claimed = await claimMedia(tx, claim);
      if (claimed === null) throw unclaimable();
      return claimed;
    },

    serve: createMediaHandler(store, (key) => repository.findOriginalName(key)),
    sweep: () => sweepMedia({ store, repository, clock }),
  };
}
