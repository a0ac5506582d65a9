import type { Database, Transaction } from '@skein/db';
import type { UploadLimits } from '@skein/contracts/upload-limits';
import type { Logger } from '../../platform/logger.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { checkAttachment } from './check-attachment.ts';
import type { CheckedUpload } from './check-upload.ts';
import { claimMedia, deleteUnclaimedKeys } from './media.repository.ts';
import type { MediaClaim } from './media.repository.ts';
import type { MediaRow } from './media.serializer.ts';
import type { ProcessFileDependencies } from './process-file.ts';
import { processCheckedUpload } from './process-upload.ts';
import type { ProcessedMedia } from './processed-media.ts';
import type { MediaStore } from './store/media-store.ts';
import { uploadNotClaimable } from './upload-errors.ts';

export interface StoreUploadDependencies extends DiscardDependencies {
  processing: ProcessFileDependencies;
  /** What administrators allow at present. */
  readUploadLimits: () => UploadLimits;
  requireSpace: (ownerId: string, filesCount: number) => Promise<void>;
  /**
   * Counts the work against the owner's limit.
   * @throws RateLimitedError
   */
  charge: (ownerId: string, uploads: readonly CheckedUpload[]) => Promise<void>;
}

interface DiscardDependencies {
  database: Database;
  store: MediaStore;
  logger: Logger;
}

/** Checks a file and stores it in the formats that the server delivers. */
export async function processUpload(
  { processing, readUploadLimits, requireSpace, charge }: StoreUploadDependencies,
  file: UploadedFile,
  ownerId: string,
): Promise<ProcessedMedia> {
  await requireSpace(ownerId, 1);
  const upload = await checkAttachment(file, readUploadLimits());
  await charge(ownerId, [upload]);
  return processCheckedUpload(processing, upload, ownerId);
}

/** Processes all files or none. All files are checked before the first is processed. */
export async function processAll(
  dependencies: StoreUploadDependencies,
  files: readonly UploadedFile[],
  ownerId: string,
): Promise<ProcessedMedia[]> {
  const { processing, readUploadLimits, requireSpace, charge } = dependencies;
  await requireSpace(ownerId, files.length);
  const limits = readUploadLimits();
  const uploads: CheckedUpload[] = [];
  for (const file of files) uploads.push(await checkAttachment(file, limits));
  await charge(ownerId, uploads);

  const results = await Promise.allSettled(
    uploads.map((upload) => processCheckedUpload(processing, upload, ownerId)),
  );
  const processed = results.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected === undefined) return processed;
  await discardUploads(dependencies, processed);
  throw rejected.reason;
}

/** Deletes the files of uploads. Files that cannot be deleted now are left to the sweep. */
export async function discardUploads(
  { database, store, logger }: DiscardDependencies,
  uploads: readonly Pick<ProcessedMedia, 'storageKey'>[],
): Promise<void> {
  const storageKeys = uploads.map((upload) => upload.storageKey);
  try {
    for (const storageKey of storageKeys) await store.remove(storageKey);
    await deleteUnclaimedKeys(database, storageKeys);
  } catch (error) {
    logger.warn({ err: error }, 'could not remove the files of an upload');
  }
}

/**
 * Attaches an earlier upload to a thread or message, in the transaction that creates it.
 * @throws ValidationError when there is no such unused upload of the user
 */
export async function claimUpload(tx: Transaction, claim: MediaClaim): Promise<MediaRow> {
  const claimed = await claimMedia(tx, claim);
  if (claimed === null) throw uploadNotClaimable();
  return claimed;
}
