import type { Database, Transaction } from '@skein/db';
import type { MediaQuota } from '../../platform/config/media-quota.ts';
import type { UploadQuota } from '../../http/uploads/upload-admission.ts';
import { createInstanceUsage } from './instance-usage.ts';
import type { MediaRepository, NewThreadMedia } from './media.repository.ts';
import { holdMediaOwner, readMediaUsage } from './quota.repository.ts';
import type { MediaUsage } from './quota.repository.ts';
import { noRoomForBytes, noRoomForFiles } from './refusals.ts';

interface Dependencies {
  database: Database;
  repository: Pick<MediaRepository, 'insertMedia'>;
  mediaQuota: MediaQuota;
  mediaTotalBytes: number;
}

/** Keeps what each person adds within what there may be of theirs, and of everybody's. */
export function createQuotaKeeping(dependencies: Dependencies) {
  const { database, repository, mediaQuota: quota } = dependencies;
  const instance = createInstanceUsage(dependencies);
  const reserved = createReservations();

  const uploadQuota: UploadQuota = {
    async reserve(ownerId, { atLeast, atMost }) {
      await instance.requireRoom(atLeast);
      const usage = await readMediaUsage(database, ownerId);
      // The smallest file there is has a byte.
      requireWithin(quota, { files: usage.files + 1, bytes: usage.bytes + 1 });
      const room = quota.bytes - usage.bytes - reserved.sumOf(ownerId);
      if (room < atLeast) throw noRoomForBytes(quota.bytes);
      return reserved.add(ownerId, Math.min(room, atMost));
    },
  };

  return {
    uploadQuota,

    /**
     * Before any work is spent on so many files. How large they will be when they are kept is not
     * known yet, so whoever is not full may try.
     * @throws PayloadTooLargeError
     */
    requireRoom: async (ownerId: string, filesCount: number): Promise<void> => {
      if (filesCount === 0) return;
      const { files, bytes } = await readMediaUsage(database, ownerId);
      requireWithin(quota, { files: files + filesCount, bytes: bytes + 1 });
    },

    /**
     * Counts once the media are in, one insertion of a person's after the other.
     * @throws PayloadTooLargeError to end the transaction, when they are too many or too large
     * @throws InsufficientStorageError when the instance has no room for them
     */
    insert: async (tx: Transaction, media: NewThreadMedia): Promise<void> => {
      const ownerId = media.items[0]?.prepared.ownerId;
      if (ownerId === undefined) return;
      await holdMediaOwner(tx, ownerId);
      await repository.insertMedia(tx, media);
      requireWithin(quota, await readMediaUsage(tx, ownerId));
      instance.add(media.items.reduce((sum, { prepared }) => sum + prepared.bytes, 0));
    },
  };
}

/** Bytes that requests under way were promised, by user. */
function createReservations() {
  const bytesByOwner = new Map<string, number>();
  const sumOf = (ownerId: string) => bytesByOwner.get(ownerId) ?? 0;

  function change(ownerId: string, bytes: number): void {
    const sum = sumOf(ownerId) + bytes;
    if (sum > 0) bytesByOwner.set(ownerId, sum);
    else bytesByOwner.delete(ownerId);
  }

  return {
    sumOf,
    add(ownerId: string, bytes: number) {
      change(ownerId, bytes);
      return { bytes, release: () => change(ownerId, -bytes) };
    },
  };
}

function requireWithin(quota: MediaQuota, { files, bytes }: MediaUsage): void {
  if (files > quota.files) throw noRoomForFiles(quota.files);
  if (bytes > quota.bytes) throw noRoomForBytes(quota.bytes);
}
