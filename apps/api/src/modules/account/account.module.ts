import type { Database, Transaction } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { PasswordEntry } from '../auth/index.ts';
import { createAccountRepository } from './account.repository.ts';
import {
  deleteAccount,
  purgeOrContinueLater,
  purgeOrPostpone,
  resumeDeletions,
} from './delete-account.ts';
import type { DeletionDependencies } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import type { ExportDependencies } from './export-account.ts';
import { createExportQueries } from './export.queries.ts';
import { createPrivateDataPurge } from './private-data-purge.repository.ts';
import { createCountedDataPurge } from './counted-data-purge.repository.ts';

type AccountDependencies = Omit<DeletionDependencies, 'account' | 'countedData' | 'privateData'> &
  Omit<ExportDependencies, 'queries'> & {
    database: Database;
  };

export type AccountModule = ReturnType<typeof createAccountModule>;

/** Exports and deletes accounts. */
export function createAccountModule({ database, ...dependencies }: AccountDependencies) {
  const deletion: DeletionDependencies = {
    ...dependencies,
    account: createAccountRepository(database),
    countedData: createCountedDataPurge(database),
    privateData: createPrivateDataPurge(database),
  };
  const queries = createExportQueries(database);

  return {
    delete: (viewer: Viewer, entry: PasswordEntry) => deleteAccount(deletion, viewer, entry),
    /** Hides the account in a transaction. `purge` deletes it, or a background job. */
    markDeleted: (tx: Transaction, userId: string, now: Date) =>
      deletion.account.markDeleted(userId, now, tx),
    purge: (userId: string) => purgeOrPostpone(deletion, userId),
    /** Like `purge`, but does not wait for a large account. */
    purgeOrContinueLater: (userId: string) => purgeOrContinueLater(deletion, userId),
    resumeDeletions: () => resumeDeletions(deletion),
    export: (viewer: Viewer) => exportAccount({ ...dependencies, queries }, viewer),
  };
}
