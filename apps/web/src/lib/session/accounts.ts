import type { CurrentUser } from '@skein/contracts/users';
import { createStore } from '../store.ts';
import { isTokenValid } from './token.ts';
import { readItem, removeItem, storageKeys, writeItem } from '../storage.ts';

/** Accounts of one browser, including the present one. */
export const accountsMax = 5;

/** An account of this browser that is not the present one. */
export interface OtherAccount {
  user: CurrentUser;
  /** Null once its session has ended. */
  token: string | null;
}

const store = createStore<readonly OtherAccount[]>(readAccounts());

/** The accounts of this browser besides the present one, in the order in which they were added. */
export const useOtherAccounts = store.useValue;

export const listOtherAccounts = store.get;

/** Stores the latest accounts, of which there can be one less than `accountsMax`. */
export function saveOtherAccounts(accounts: readonly OtherAccount[]): void {
  const latest = accounts.slice(1 - accountsMax);
  if (latest.length === 0) removeItem(storageKeys.accounts);
  else writeItem(storageKeys.accounts, JSON.stringify(latest));
  store.set(latest);
}

/** Whether an account can be opened without signing in again. */
export const isSignedIn = ({ token }: OtherAccount): boolean =>
  token !== null && isTokenValid(token);

export function removeOtherAccount(userId: string): void {
  saveOtherAccounts(store.get().filter(({ user }) => user.id !== userId));
}

/** Marks the account whose token the server has rejected as signed out. Returns false if it has no such token. */
export function endOtherAccount(token: string | null): boolean {
  const accounts = store.get();
  if (token === null || !accounts.some((account) => account.token === token)) return false;
  saveOtherAccounts(
    accounts.map((account) => (account.token === token ? { ...account, token: null } : account)),
  );
  return true;
}

/** Applies the changes of other tabs. */
export function reloadOtherAccounts(): void {
  store.set(readAccounts());
}

function readAccounts(): readonly OtherAccount[] {
  try {
    const stored: unknown = JSON.parse(readItem(storageKeys.accounts) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isAccount) : [];
  } catch {
    return [];
  }
}

/** Another version of the app may have written the stored value. */
function isAccount(stored: unknown): stored is OtherAccount {
  if (typeof stored !== 'object' || stored === null) return false;
  if (!('user' in stored) || !('token' in stored)) return false;
  const { user, token } = stored;
  if (typeof user !== 'object' || user === null || !('id' in user)) return false;
  return typeof user.id === 'string' && (token === null || typeof token === 'string');
}
