import type { MediaPlace } from '../../../config/media-place.ts';
import { createBucketMediaStore } from './bucket-media-store.ts';
import { createDiskMediaStore } from './disk-media-store.ts';
import type { MediaStore } from './media-store.ts';

/** The store at that place. Opens nothing yet: whether it is there, `check` tells. */
export function openMediaStore(place: MediaPlace): MediaStore {
  return place.kind === 'folder'
    ? createDiskMediaStore(place.directory)
    : createBucketMediaStore(place);
}
