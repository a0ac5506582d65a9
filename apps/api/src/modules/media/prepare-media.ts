import type { CheckedUpload } from './check-upload.ts';
import { prepareContainer } from './prepare-container.ts';
import type { PreparingContainer } from './prepare-container.ts';
import { prepareImage } from './prepare-image.ts';
import type { PreparedMedia } from './prepared-media.ts';

/**
 * Puts what will be shown of a checked upload into the store. When it fails, nothing stays behind.
 * @throws UnsupportedMediaError when it is damaged, UnavailableError when there is no room for
 *   it, be it in the store or in memory
 */
export function prepareMedia(
  preparing: PreparingContainer,
  upload: CheckedUpload,
  ownerId: string,
): Promise<PreparedMedia> {
  return upload.kind === 'image'
    ? prepareImage(preparing, upload, ownerId)
    : prepareContainer(preparing, upload, ownerId);
}
