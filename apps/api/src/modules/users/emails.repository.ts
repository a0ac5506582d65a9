import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '@skein/db';
import { releasedHost, toOwnEmail } from './own-email.ts';
import { emailTaken } from './users.repository.ts';

const uniqueViolation = 'P2002';

export interface AccountEmail {
  id: string;
  username: string;
  /** Empty if its owner has removed it from the account. */
  email: string;
  isProven: boolean;
}

const columns = { id: true, username: true, email: true, emailProvenAt: true } as const;

// The writes need the account locked by `lockAccounts`.

export function findAccountEmail(
  database: Database | Transaction,
  id: string,
): Promise<AccountEmail | null> {
  return findAccount(database, { id });
}

export function findAccountByEmail(
  database: Database,
  email: string,
): Promise<AccountEmail | null> {
  return findAccount(database, { email });
}

/** Whether the account has proven this address. */
export async function isEmailProven(tx: Transaction, id: string, email: string): Promise<boolean> {
  const where = { id, email, emailProvenAt: { not: null } };
  return (await tx.user.count({ where })) > 0;
}

/** False if the account has another address now. */
export async function proveEmail(
  tx: Transaction,
  id: string,
  { email, at }: { email: string; at: Date },
) {
  const { count } = await tx.user.updateMany({
    where: { id, email },
    data: { emailProvenAt: at },
  });
  return count === 1;
}

/**
 * Gives the account an address that its owner has proven, instead of its present one.
 * @throws ConflictError `email_taken`
 */
export async function replaceEmail(
  tx: Transaction,
  id: string,
  { email, at }: { email: string; at: Date },
): Promise<void> {
  await rejectTaken(() => tx.user.update({ where: { id }, data: { email, emailProvenAt: at } }));
}

/** Frees the address for another account. False if it was proven, or is another one now. */
export async function releaseAccountEmail(
  tx: Transaction,
  id: string,
  email: string,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id, email, emailProvenAt: null },
    // The address is not predictable, so that nobody can register with it before.
    data: { email: `${randomUUID()}@${releasedHost}` },
  });
  return count === 1;
}

/**
 * False if the present address is proven.
 * @throws ConflictError `email_taken`
 */
export async function replaceUnprovenEmail(
  tx: Transaction,
  id: string,
  email: string,
): Promise<boolean> {
  const { count } = await rejectTaken(() =>
    tx.user.updateMany({ where: { id, emailProvenAt: null }, data: { email } }),
  );
  return count === 1;
}

async function rejectTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === uniqueViolation;
    throw isTaken ? emailTaken() : error;
  }
}

/**
 * For a password that is set with a reset link: the link was sent to the address, so it also proves
 * it. An account without an address has nothing to prove.
 */
export async function proveEmailByResetLink(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.user.updateMany({
    where: { id, NOT: { email: { endsWith: `@${releasedHost}` } } },
    data: { emailProvenAt: at },
  });
}

async function findAccount(
  database: Database | Transaction,
  where: { id: string } | { email: string },
): Promise<AccountEmail | null> {
  const row = await database.user.findFirst({ where, select: columns });
  if (row === null) return null;
  const { id, username, email, emailProvenAt } = row;
  return { id, username, email: toOwnEmail(email), isProven: emailProvenAt !== null };
}
