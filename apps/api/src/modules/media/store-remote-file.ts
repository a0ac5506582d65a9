import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createDiskSpace } from '../../platform/disk-space.ts';
import type { ReadDisk } from '../../platform/disk-space.ts';
import { ensureDirectory } from '../../platform/ensure-directory.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { checkUpload } from './check-upload.ts';
import type { ProcessFileDependencies } from './process-file.ts';
import { processProfileImage } from './process-profile-image.ts';
import type { ProfileImageKind } from './process-profile-image.ts';
import { processCheckedUpload } from './process-upload.ts';
import type { MediaStore } from './store/media-store.ts';

/** All files of other servers share one place in the queue of renderings. */
const queueName = 'remote-media';

export interface RemoteFile {
  storageKey: string;
  kind: ProfileImageKind | 'emoji' | 'attachment';
}

interface StoreRemoteFileDependencies {
  processing: ProcessFileDependencies;
  store: MediaStore;
  /** For the content while it is processed. */
  uploadsDirectory: string;
  diskReserveBytes: number;
  readDisk: ReadDisk;
}

/**
 * Stores a file of another server in the formats and sizes of local files, below a given key. Returns the
 * bytes of all stored files.
 * @throws UnsupportedMediaError, PayloadTooLargeError, ValidationError for content that is not accepted
 * @throws UnavailableError, InsufficientStorageError; the errors of the content
 */
export async function storeRemoteFile(
  deps: StoreRemoteFileDependencies,
  { storageKey, kind }: RemoteFile,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const { uploadsDirectory: directory, diskReserveBytes: reserveBytes, readDisk, store } = deps;
  const diskSpace = createDiskSpace({ directory, reserveBytes, readDisk });
  await ensureDirectory(directory);
  const file = path.join(directory, `remote-${randomUUID()}`);
  try {
    await pipeline(diskSpace.watch(content), createWriteStream(file, { mode: 0o600 }));
    const { size } = await stat(file);
    const upload: UploadedFile = { path: file, originalName: '', bytes: size };
    const processing = {
      ...deps.processing,
      reserveKey: () => Promise.resolve(storageKey),
      charge: () => Promise.resolve(),
      canConvert: () => Promise.resolve(false),
    };
    if (kind === 'attachment') {
      await processCheckedUpload(processing, await checkUpload(upload), queueName);
    } else {
      await processProfileImage(processing, kind, upload, queueName);
    }
  } finally {
    await rm(file, { force: true });
  }
  const names = await store.list(storageKey);
  const files = await Promise.all(names.map((name) => store.stat(storageKey, name)));
  return files.reduce((bytes, stored) => bytes + (stored?.bytes ?? 0), 0);
}
