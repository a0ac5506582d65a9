import { hasPermission, postsPerDayMax } from '@skein/contracts/administration';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, RateLimitedError } from '../../platform/errors.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import type { UsersModule } from '../users/index.ts';
import { findPublication, findPublisher } from './publishers.queries.ts';

export interface PublishingDependencies {
  database: Database;
  clock: Clock;
  siteSettings: Pick<CurrentSiteSettings, 'current'>;
  users: Pick<UsersModule, 'toRole'>;
  /** Nobody can verify an address if the instance has no mail server. */
  hasMailServer: boolean;
}

/**
 * Moderators are exempt, so that an administrator who turns the rule on is not locked out.
 * @throws AppError `email_not_verified` if the instance requires a verified email address
 */
export async function requireVerifiedEmail(
  { database, siteSettings, users, hasMailServer }: PublishingDependencies,
  { userId }: Viewer,
): Promise<void> {
  if (!hasMailServer || !siteSettings.current().requiresVerifiedEmail) return;
  const user = await findPublisher(database, userId);
  if (user?.emailProvenAt !== null) return;
  if (hasPermission(users.toRole(user), 'moderate')) return;
  throw new AppError('email_not_verified', 'error.emailNotVerified');
}

/**
 * Compares the threads, replies and quotes of the last 24 hours with the setting. Concurrent requests may
 * exceed it by their number; RATE_LIMIT_POSTS is exact.
 * @throws RateLimitedError
 */
export async function requirePostsLeft(
  { database, clock, siteSettings }: PublishingDependencies,
  { userId }: Viewer,
  count: number,
): Promise<void> {
  const { postsPerDay } = siteSettings.current();
  if (postsPerDay >= postsPerDayMax) return;
  const now = clock.now().getTime();
  // The oldest of the latest posts that fill the limit together with the new ones.
  const oldest = await findPublication(database, userId, {
    afterId: lowestIdAt(now - dayMs),
    skip: Math.max(0, postsPerDay - count),
  });
  if (oldest === undefined && count <= postsPerDay) return;
  const waitMs = (oldest?.getTime() ?? now) + dayMs - now;
  throw new RateLimitedError({
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    message: withValues('error.postsPerDay', { max: postsPerDay }),
  });
}
