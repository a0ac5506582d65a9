import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule, PasswordEntry } from '../auth/index.ts';
import { removeRemains } from './remove-remains.ts';
import type { RemovalDependencies } from './remove-remains.ts';

/** A larger account is gone from sight at once, but for so long only its owner waits for the rest. */
const waitMaxMs = 15_000;
const resumedMax = 20;

export interface DeletionDependencies extends RemovalDependencies {
  auth: Pick<AuthModule, 'confirmPassword' | 'endAllSessions'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Deletes the viewer's account. Once it is marked it will go, whatever happens to this server: what
 * is not removed now `resumeDeletions` removes.
 * @throws RateLimitedError after too many wrong passwords
 * @throws AppError `wrong_password`
 */
export async function deleteAccount(
  dependencies: DeletionDependencies,
  viewer: Viewer,
  entry: PasswordEntry,
): Promise<void> {
  const { account, auth, clock } = dependencies;
  await auth.confirmPassword(viewer, entry);
  await account.markDeleted(viewer.userId, clock.now());
  await auth.endAllSessions(viewer.userId);
  const removal = removeOrPostpone(dependencies, viewer.userId);
  await Promise.race([removal, sleep(waitMaxMs, undefined, { ref: false })]);
}

/** Goes on with what failed or was broken off; one that fails again keeps no other from going. */
export async function resumeDeletions(dependencies: DeletionDependencies): Promise<void> {
  for (const userId of await dependencies.account.listDeleted(resumedMax)) {
    await removeOrPostpone(dependencies, userId);
  }
}

async function removeOrPostpone(dependencies: DeletionDependencies, userId: string): Promise<void> {
  try {
    await removeRemains(dependencies, userId);
  } catch (error) {
    const message = 'what is left of a deleted account is removed later';
    dependencies.logger.warn({ err: error }, message);
  }
}
