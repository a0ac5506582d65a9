import type { Transaction } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { markDeletedIf } from './account.repository.ts';
import { purgeAccount } from './purge-account.ts';
import type { PurgeDependencies, purgeThreads } from './purge-account.ts';

interface Dependencies extends PurgeDependencies {
  clock: Clock;
  threads: Parameters<typeof purgeThreads>[0];
}

/**
 * Hides an account and ends its sessions immediately, then deletes its data in batches. For the command line:
 * needs no password, and returns only when everything is deleted.
 * @param check rejects the deletion by throwing, and may add to its transaction
 */
export async function removeAccountNow(
  dependencies: Dependencies,
  userId: string,
  check: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await markDeletedIf(dependencies.database, userId, dependencies.clock.now(), check);
  await purgeAccount(dependencies, userId);
  await dependencies.threads.purgeDeletedThreads();
}
