import { userKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { CheckedUpload } from './check-upload.ts';
import { getCost, isPlayable } from './image/image-cost.ts';

/**
 * Counts the images of a request against the user's limit, in megapixels of all frames, so that an
 * animation costs as much as its processing.
 * @throws RateLimitedError
 */
export async function chargeImages(
  rateLimiter: Pick<RateLimiter, 'consume'>,
  userId: string,
  uploads: readonly CheckedUpload[],
): Promise<void> {
  const megapixels = uploads.reduce((sum, upload) => sum + getMegapixels(upload), 0);
  if (megapixels > 0) await rateLimiter.consume('images', userKey(userId), megapixels);
}

function getMegapixels(upload: CheckedUpload): number {
  if (upload.kind !== 'image') return upload.poster === null ? 0 : getMegapixels(upload.poster);
  const { facts } = upload;
  return Math.ceil(getCost(facts, { isAnimated: isPlayable(facts) }) / 1e6);
}
