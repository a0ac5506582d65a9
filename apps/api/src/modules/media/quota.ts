import type { Database, Transaction } from '@skein/db';
import type { MediaQuota } from '../../config/media-quota.ts';
import type { MediaRepository, NewThreadMedia } from './media.repository.ts';
import { holdMediaOwner, readMediaUsage } from './quota.repository.ts';
import type { MediaUsage } from './quota.repository.ts';
import { noRoomForBytes, noRoomForFiles } from './refusals.ts';

interface Dependencies {
  database: Database;
  repository: Pick<MediaRepository, 'insertMedia'>;
  mediaQuota: MediaQuota;
}

/** Keeps what each person adds within what there may be of theirs. */
export function createQuotaKeeping({ database, repository, mediaQuota: quota }: Dependencies) {
  return {
    /**
     * Before any work is spent on so many files. How large they will be when they are kept is not
     * known yet, so whoever is not full may try.
     * @throws PayloadTooLargeError
     */
    requireRoom: async (ownerId: string, filesCount: number): Promise<void> => {
      if (filesCount === 0) return;
      const { files, bytes } = await readMediaUsage(database, ownerId);
      // The smallest file there is has a byte.
      requireWithin(quota, { files: files + filesCount, bytes: bytes + 1 });
    },

    /**
     * Counts once the media are in, one insertion of a person's after the other.
     * @throws PayloadTooLargeError to end the transaction, when they are too many or too large
     */
    insert: async (tx: Transaction, media: NewThreadMedia): Promise<void> => {
      const ownerId = media.items[0]?.prepared.ownerId;
      if (ownerId === undefined) return;
      await holdMediaOwner(tx, ownerId);
      await repository.insertMedia(tx, media);
      requireWithin(quota, await readMediaUsage(tx, ownerId));
    },
  };
}

function requireWithin(quota: MediaQuota, { files, bytes }: MediaUsage): void {
  if (files > quota.files) throw noRoomForFiles(quota.files);
  if (bytes > quota.bytes) throw noRoomForBytes(quota.bytes);
}
