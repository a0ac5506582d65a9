import type { Viewer } from '../../../platform/viewer.ts';
import { disableDigest, enableDigest } from './email-digests.repository.ts';
import { digestPeriodMs } from './send-digests.ts';
import type { DigestDependencies } from './send-digests.ts';

/** The first email is sent a week after it was turned on. */
export async function updateDigest(
  { database, clock }: Pick<DigestDependencies, 'database' | 'clock'>,
  { userId }: Viewer,
  isEnabled: boolean,
): Promise<void> {
  if (!isEnabled) return disableDigest(database, { userId });
  const firstAt = new Date(clock.now().getTime() + digestPeriodMs);
  await enableDigest(database, userId, firstAt);
}
