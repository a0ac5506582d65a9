import type { MediaLocation } from '../../../platform/config/media-location.ts';
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
export function openMediaStore(place: MediaLocation, disk: DiskOptions): MediaStore {
  if (place.kind === 'bucket') return createBucketMediaStore(place);
  const { directory } = place;
  const { diskReserveBytes: reserveBytes, readFreeBytes } = disk;
  return createDiskMediaStore(
    directory,
    createDiskSpace({ directory, reserveBytes, readFreeBytes }),
  );
}
