import type { Database, Transaction } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { createAccountRepository } from './account.repository.ts';
import { createPrivateDataPurge } from './private-data-purge.repository.ts';
import { createCountedDataPurge } from './counted-data-purge.repository.ts';
import { purgeThreads, purgeAccount } from './purge-account.ts';
import type { PurgeDependencies } from './purge-account.ts';

interface Dependencies extends Pick<PurgeDependencies, 'media' | 'bus'> {
  database: Database;
  clock: Clock;
  threads: Parameters<typeof purgeThreads>[0];
}

/** For the command line: needs no password, and returns only when everything is deleted. */
export function createAccountRemoval({ database, clock, threads, media, bus }: Dependencies) {
  const account = createAccountRepository(database);
  const countedData = createCountedDataPurge(database);
  const privateData = createPrivateDataPurge(database);
  return {
    /**
     * Hides the account and ends its sessions immediately, then deletes its data in batches.
     * @param check rejects the deletion by throwing, and may add to its transaction
     */
    async delete(userId: string, check: (tx: Transaction) => Promise<void>): Promise<void> {
      await account.markDeletedIf(userId, clock.now(), check);
      await purgeAccount({ account, countedData, privateData, threads, media, bus }, userId);
      await threads.purgeDeletedThreads();
    },

    purgeThreads: (userId: string): Promise<void> => purgeThreads(threads, userId),
  };
}
