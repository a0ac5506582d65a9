import { userKey } from '../../http/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limits.ts';
import type { CheckedUpload } from './check-upload.ts';
import { costOf, isPlayable } from './image/image-cost.ts';

/**
 * Counts the images of a request against what their user may have processed, in megapixels of all
 * frames: an animation costs as much as the work that it makes.
 * @throws RateLimitedError
 */
export function createImageCharge(rateLimiter: Pick<RateLimiter, 'consume'>) {
  return (userId: string) =>
    async (uploads: readonly CheckedUpload[]): Promise<void> => {
      const megapixels = uploads.reduce((sum, upload) => sum + megapixelsOf(upload), 0);
      if (megapixels > 0) await rateLimiter.consume('images', userKey(userId), megapixels);
    };
}

function megapixelsOf(upload: CheckedUpload): number {
  if (upload.kind !== 'image') return 0;
  const { facts } = upload;
  return Math.ceil(costOf(facts, { isAnimated: isPlayable(facts) }) / 1e6);
}
