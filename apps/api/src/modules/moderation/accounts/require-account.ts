import { isId } from '../../../platform/ids.ts';
import { userNotFound } from '../../users/index.ts';
import type { Account, AccountStatusRepository } from './account-status.repository.ts';

/** @throws NotFoundError also for an account that waits for approval */
export async function requireAccount(
  accounts: Pick<AccountStatusRepository, 'findAccount'>,
  userId: string,
): Promise<Account> {
  const account = isId(userId) ? await accounts.findAccount(userId) : null;
  if (account === null) throw userNotFound();
  return account;
}
