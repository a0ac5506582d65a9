import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { createAccountRepository } from './account.repository.ts';
import { createPrivateRemains } from './private-remains.repository.ts';
import { createRemainsRepository } from './remains.repository.ts';
import { purgeThreads, removeRemains } from './remove-remains.ts';
import type { RemovalDependencies } from './remove-remains.ts';

interface Dependencies extends Pick<RemovalDependencies, 'media'> {
  database: Database;
  clock: Clock;
  threads: Parameters<typeof purgeThreads>[0];
}

/** What operators do from the command line: without a password, and to the end before it returns. */
export function createAccountRemoval({ database, clock, threads, media }: Dependencies) {
  const account = createAccountRepository(database);
  const remains = createRemainsRepository(database);
  const privateRemains = createPrivateRemains(database);
  return {
    /** Hides the account and ends its sessions at once, then removes it in batches. */
    async delete(userId: string): Promise<void> {
      await account.markDeleted(userId, clock.now());
      await removeRemains({ account, remains, privateRemains, threads, media }, userId);
      await threads.purgeDeletedThreads();
    },

    purgeThreads: (userId: string): Promise<void> => purgeThreads(threads, userId),
  };
}
