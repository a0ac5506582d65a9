import type { Transaction } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { PasswordEntry } from '../auth/index.ts';
import { markDeleted } from './account.repository.ts';
import {
  deleteAccount,
  purgeOrContinueLater,
  purgeOrPostpone,
  resumeDeletions,
} from './delete-account.ts';
import type { DeletionDependencies } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import type { ExportDependencies } from './export-account.ts';

export type AccountModule = ReturnType<typeof createAccountModule>;

/** Exports and deletes accounts. */
export function createAccountModule(deps: DeletionDependencies & ExportDependencies) {
  return {
    delete: (viewer: Viewer, entry: PasswordEntry) => deleteAccount(deps, viewer, entry),
    /** Hides the account in a transaction. `purge` deletes it, or a background job. */
    markDeleted: (tx: Transaction, userId: string, now: Date) => markDeleted(tx, userId, now),
    purge: (userId: string) => purgeOrPostpone(deps, userId),
    /** Does the same as `purge`, but does not wait for a large account. */
    purgeOrContinueLater: (userId: string) => purgeOrContinueLater(deps, userId),
    resumeDeletions: () => resumeDeletions(deps),
    export: (viewer: Viewer) => exportAccount(deps, viewer),
  };
}
