import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { countLeavingUser } from '../insights/index.ts';
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
  const account = createAccountRepository(database, { adminEmails: [] });
  const countedData = createCountedDataPurge(database);
  const privateData = createPrivateDataPurge(database);
  return {
    /** Hides the account and ends its sessions immediately, then deletes its data in batches. */
    async delete(userId: string): Promise<void> {
      const now = clock.now();
      if (await account.markDeleted(userId, now)) await countLeavingUser(database, userId, now);
      await purgeAccount({ account, countedData, privateData, threads, media, bus }, userId);
      await threads.purgeDeletedThreads();
    },

    purgeThreads: (userId: string): Promise<void> => purgeThreads(threads, userId),
  };
}
