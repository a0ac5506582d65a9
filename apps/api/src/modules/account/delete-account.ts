import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule, PasswordEntry } from '../auth/index.ts';
import type { UsersModule } from '../users/index.ts';
import { markDeletedIf, selectDeletedAccounts } from './account.repository.ts';
import { purgeAccount } from './purge-account.ts';
import type { PurgeDependencies } from './purge-account.ts';

/**
 * The maximum wait for the purge. The account is hidden before; the purge of a large account
 * continues in the background.
 */
const waitMaxMs = 15_000;
const resumedAccountsMax = 20;

export interface DeletionDependencies extends PurgeDependencies {
  auth: Pick<AuthModule, 'confirmPassword' | 'endAllSessions'>;
  users: Pick<UsersModule, 'requireAnotherOwner'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Deletes the viewer's account. Once it is marked as deleted, `resumeDeletions` finishes the purge
 * if this server stops.
 * @throws RateLimitedError after too many wrong passwords
 * @throws AppError `wrong_password`
 * @throws ConflictError for the only owner of the instance
 */
export async function deleteAccount(
  dependencies: DeletionDependencies,
  viewer: Viewer,
  entry: PasswordEntry,
): Promise<void> {
  const { database, auth, clock, users } = dependencies;
  await auth.confirmPassword(viewer, entry);
  const message = 'error.onlyOwner';
  await markDeletedIf(database, viewer.userId, clock.now(), (tx) =>
    users.requireAnotherOwner(tx, viewer.userId, message),
  );
  await auth.endAllSessions(viewer.userId);
  await purgeOrContinueLater(dependencies, viewer.userId);
}

/** Deletes the data of an account that is marked as deleted. That of a large one is deleted later. */
export async function purgeOrContinueLater(
  dependencies: DeletionDependencies,
  userId: string,
): Promise<void> {
  const purge = purgeOrPostpone(dependencies, userId);
  await Promise.race([purge, sleep(waitMaxMs, undefined, { ref: false })]);
}

/** Resumes failed and interrupted purges. A failure does not stop the purge of other accounts. */
export async function resumeDeletions(dependencies: DeletionDependencies): Promise<void> {
  for (const userId of await selectDeletedAccounts(dependencies.database, resumedAccountsMax)) {
    await purgeOrPostpone(dependencies, userId);
  }
}

/** Deletes the data of an account that is marked as deleted. After a failure, a job continues. */
export async function purgeOrPostpone(
  dependencies: DeletionDependencies,
  userId: string,
): Promise<void> {
  try {
    await purgeAccount(dependencies, userId);
  } catch (error) {
    dependencies.logger.warn({ err: error }, 'purge of a deleted account postponed');
  }
}
