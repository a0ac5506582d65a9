import type { MediaPlace } from '../../../platform/config/media-place.ts';
import { createDiskSpace } from '../../../platform/disk-space.ts';
import type { ReadFreeBytes } from '../../../platform/disk-space.ts';
import { createBucketMediaStore } from './bucket-media-store.ts';
import { createDiskMediaStore } from './disk-media-store.ts';
import type { MediaStore } from './media-store.ts';

interface DiskOptions {
  /** What stays free on the disk of a folder. */
  diskReserveBytes: number;
  readFreeBytes?: ReadFreeBytes | undefined;
}

/** The store at that place. Opens nothing yet: whether it is there, `check` tells. */
export function openMediaStore(place: MediaPlace, disk: DiskOptions): MediaStore {
  if (place.kind === 'bucket') return createBucketMediaStore(place);
  const { directory } = place;
  const { diskReserveBytes: reserveBytes, readFreeBytes } = disk;
  return createDiskMediaStore(
    directory,
    createDiskSpace({ directory, reserveBytes, readFreeBytes }),
  );
}
