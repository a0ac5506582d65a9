import type { Database, Transaction } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { MediaQuota } from '../../platform/config/upload-settings.ts';
import type { UploadQuota } from '../../platform/upload-quota.ts';
import { createInstanceUsage } from './instance-usage.ts';
import { insertMedia } from './media.repository.ts';
import type { NewThreadMedia } from './media.repository.ts';
import { lockMediaOwner, readMediaUsage } from './quota.repository.ts';
import type { MediaUsage } from './quota.repository.ts';
import { quotaExceeded, tooManyFiles } from './upload-errors.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  mediaQuota: MediaQuota;
  mediaTotalBytes: number;
}

/** Enforces the quota of each user and the limit of the instance. */
export function createQuotaChecks(dependencies: Dependencies) {
  const { database, clock, mediaQuota: quota } = dependencies;
  const instance = createInstanceUsage(dependencies);
  const reserved = createReservations();

  const uploadQuota: UploadQuota = {
    async reserve(ownerId, { atLeast, atMost }) {
      await instance.requireSpace(atLeast);
      const usage = await readMediaUsage(database, ownerId);
      // The smallest possible file has one byte.
      requireWithin(quota, { files: usage.files + 1, bytes: usage.bytes + 1 });
      const room = quota.bytes - usage.bytes - reserved.addUp(ownerId);
      if (room < atLeast) throw quotaExceeded(quota.bytes);
      return reserved.add(ownerId, Math.min(room, atMost));
    },
  };

  return {
    uploadQuota,

    /**
     * Checked before processing, when the final sizes are unknown, so only a full quota is
     * rejected.
     * @throws PayloadTooLargeError
     */
    requireSpace: async (ownerId: string, filesCount: number): Promise<void> => {
      if (filesCount === 0) return;
      const { files, bytes } = await readMediaUsage(database, ownerId);
      requireWithin(quota, { files: files + filesCount, bytes: bytes + 1 });
    },

    /**
     * Inserts media and then checks the quota; insertions of one user are serialized.
     * @throws PayloadTooLargeError when the quota is exceeded, to roll back the transaction
     * @throws InsufficientStorageError when the instance's limit is exceeded
     */
    insert: async (tx: Transaction, media: NewThreadMedia): Promise<void> => {
      const ownerId = media.items[0]?.processed.ownerId;
      if (ownerId === undefined) return;
      await lockMediaOwner(tx, ownerId);
      await insertMedia(tx, media, clock.now());
      requireWithin(quota, await readMediaUsage(tx, ownerId));
      instance.add(media.items.reduce((sum, { processed }) => sum + processed.bytes, 0));
    },

    /** @throws InsufficientStorageError when the instance's limit would be exceeded */
    requireStoredSpace: (bytes: number): Promise<void> => instance.requireSpace(bytes),

    /**
     * Counts bytes that the server adds to a file of a user, whose quota they may exceed.
     * @throws InsufficientStorageError when the instance's limit is exceeded
     */
    addStoredBytes: async (bytes: number): Promise<void> => {
      await instance.requireSpace(bytes);
      instance.add(bytes);
    },
  };
}

/** Bytes reserved for requests in progress, by user. */
function createReservations() {
  const bytesByOwner = new Map<string, number>();
  const addUp = (ownerId: string) => bytesByOwner.get(ownerId) ?? 0;

  function change(ownerId: string, bytes: number): void {
    const sum = addUp(ownerId) + bytes;
    if (sum > 0) bytesByOwner.set(ownerId, sum);
    else bytesByOwner.delete(ownerId);
  }

  return {
    addUp,
    add(ownerId: string, bytes: number) {
      change(ownerId, bytes);
      return { bytes, release: () => change(ownerId, -bytes) };
    },
  };
}

function requireWithin(quota: MediaQuota, { files, bytes }: MediaUsage): void {
  if (files > quota.files) throw tooManyFiles(quota.files);
  if (bytes > quota.bytes) throw quotaExceeded(quota.bytes);
}
