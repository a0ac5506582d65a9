import type { MediaLocation } from '../../../platform/config/media-location.ts';
import { createDiskSpace } from '../../../platform/disk-space.ts';
import type { ReadDisk } from '../../../platform/disk-space.ts';
import { createBucketMediaStore } from './bucket-media-store.ts';
import { createDiskMediaStore } from './disk-media-store.ts';
import type { MediaStore } from './media-store.ts';

interface DiskOptions {
  /** The free space to leave on the disk. */
  diskReserveBytes: number;
  readDisk: ReadDisk;
}

/** Creates the store at this location. Its availability is checked by `check` only. */
export function openMediaStore(location: MediaLocation, disk: DiskOptions): MediaStore {
  if (location.kind === 'bucket') return createBucketMediaStore(location);
  const { directory } = location;
  const { diskReserveBytes: reserveBytes, readDisk } = disk;
  return createDiskMediaStore(directory, createDiskSpace({ directory, reserveBytes, readDisk }));
}
