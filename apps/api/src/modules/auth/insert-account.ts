import type { Transaction } from '@skein/db';
import type { NewUser, UsersModule } from '../users/index.ts';

interface Dependencies {
  users: Pick<UsersModule, 'insertUser' | 'isFirstAccount'>;
  /** Whether the first account of the instance is an owner's. */
  isFirstAccountOwner: boolean;
}

/** Inserts the account of somebody who registers. */
export async function insertAccount(
  { users, isFirstAccountOwner }: Dependencies,
  tx: Transaction,
  user: NewUser,
): Promise<{ userId: string; isOwner: boolean }> {
  const isOwner = isFirstAccountOwner && (await users.isFirstAccount(tx));
  const userId = await users.insertUser(tx, { ...user, role: isOwner ? 'owner' : 'member' });
  return { userId, isOwner };
}
