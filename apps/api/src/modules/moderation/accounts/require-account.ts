import type { Database } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import { userNotFound } from '../../users/index.ts';
import { findAccount } from './account-status.repository.ts';
import type { Account } from './account-status.repository.ts';

/** @throws NotFoundError also for an account that waits for approval */
export async function requireAccount(database: Database, userId: string): Promise<Account> {
  const account = isId(userId) ? await findAccount(database, userId) : null;
  if (account === null) throw userNotFound();
  return account;
}
