import type { CurrentUser } from '@skein/contracts/users';
import { createStore } from '../store.ts';
import { readItem, removeItem, storageKeys, writeItem } from '../storage.ts';
import { listOtherAccounts, reloadOtherAccounts, saveOtherAccounts } from './accounts.ts';
import { isTokenOfAnother, isTokenValid } from './token.ts';

const { accessToken: tokenKey, user: userKey, accounts: accountsKey } = storageKeys;

interface Session {
  token: string | null;
  user: CurrentUser | null;
  /** Whether the user has ended the session, instead of the server. */
  hasSignedOut: boolean;
  /** Whether the page is being loaded again for another account. Nothing is shown until then. */
  isLeaving: boolean;
}

const signedOut: Session = { token: null, user: null, hasSignedOut: false, isLeaving: false };
const store = createStore<Session>(readSession());

/** The stored session, valid or not. Includes changes of other tabs. */
export const useSession = store.useValue;

/** The access token; null if it has expired. */
export function getAccessToken(): string | null {
  const { token } = store.get();
  return token !== null && isTokenValid(token) ? token : null;
}

/** The stored user, even if the token has expired. */
export function getSessionUser(): CurrentUser | null {
  return store.get().user;
}

/** Whether the page is being loaded again for another account. */
export function isLeavingSession(): boolean {
  return store.get().isLeaving;
}

/** Stores a new session. A present account of another user stays signed in on this device. */
export function saveSession(session: { token: string; user: CurrentUser }): void {
  const others = listOtherAccounts();
  const added = others.filter(({ user }) => user.id !== session.user.id);
  const { token, user } = store.get();
  const isAnother = user !== null && user.id !== session.user.id && token !== null;
  // Without other accounts, a session that has expired is forgotten.
  const stays = isAnother && (isTokenValid(token) || others.length > 0);
  saveOtherAccounts(stays ? [...added, { token, user }] : added);
  writeSession(session);
  store.set({ ...signedOut, ...session });
}

/** Stores a newer version of the current user. Ignores a response to an earlier session. */
export function saveSessionUser(user: CurrentUser): void {
  const session = store.get();
  if (session.token === null || (session.user !== null && session.user.id !== user.id)) return;
  if (isStored(session)) writeItem(userKey, JSON.stringify(user));
  store.set({ ...session, user });
}

/**
 * Removes the token and the user from this device, in every tab. If there are other accounts, one that
 * the user has not signed out stays among them.
 */
export function clearSession({ hasSignedOut = false } = {}): void {
  const session = store.get();
  const { user } = session;
  const others = listOtherAccounts().filter((account) => account.user.id !== user?.id);
  const stays = user !== null && !hasSignedOut && others.length > 0;
  saveOtherAccounts(stays ? [...others, { user, token: null }] : others);
  if (isStored(session)) {
    removeItem(tokenKey);
    removeItem(userKey);
  }
  store.set({ ...signedOut, hasSignedOut });
}

/**
 * Makes another account the present one. The caller opens a page next, which is loaded from the start: no
 * request, timer or cached value of one account can meet the session of another.
 */
export function switchSession(userId: string, { hasSignedOut = false } = {}): void {
  const { token, user } = store.get();
  const accounts = listOtherAccounts();
  const next = accounts.find((account) => account.user.id === userId);
  if (!next || next.token === null) return;
  const present = user === null || hasSignedOut ? [] : [{ user, token }];
  saveOtherAccounts(accounts.flatMap((account) => (account === next ? present : [account])));
  writeSession({ token: next.token, user: next.user });
  store.set({ ...signedOut, isLeaving: true });
}

/**
 * Applies sign-ins and sign-outs of other tabs. Returns a function to unsubscribe.
 * @param reloadPage called when another tab has changed the account
 */
export function syncSessionAcrossTabs(reloadPage: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (key === accountsKey || key === null) reloadOtherAccounts();
    if (key === tokenKey || key === userKey || key === null) applyStoredSession(reloadPage);
  };
  // A page that the browser has kept in memory has missed the events.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (isLeavingSession()) reloadPage();
    else applyStoredSession(reloadPage);
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

function applyStoredSession(reloadPage: () => void): void {
  const { user, isLeaving } = store.get();
  const [token, storedUser] = readStored();
  // The other tab has not written the user yet.
  if (isLeaving || isMixed(token, storedUser)) return;
  if (user !== null && storedUser !== null && storedUser.id !== user.id) {
    store.set({ ...signedOut, isLeaving: true });
    reloadPage();
    return;
  }
  store.set({ ...signedOut, token, user: storedUser });
}

function writeSession({ token, user }: { token: string; user: CurrentUser }): void {
  writeItem(tokenKey, token);
  writeItem(userKey, JSON.stringify(user));
}

/** Whether the stored session is still the one of this tab. */
const isStored = ({ token }: Session): boolean => readItem(tokenKey) === token;

function readSession(): Session {
  const [token, user] = readStored();
  // The user of the token is then loaded from the server.
  return { ...signedOut, token, user: isMixed(token, user) ? null : user };
}

function readStored(): readonly [token: string | null, user: CurrentUser | null] {
  return [readItem(tokenKey), parseUser(readItem(userKey))];
}

/** Whether the token and the user belong to different accounts. */
function isMixed(token: string | null, user: CurrentUser | null): boolean {
  return token !== null && user !== null && isTokenOfAnother(token, user.id);
}

function parseUser(stored: string | null): CurrentUser | null {
  if (stored === null) return null;
  try {
    const user: unknown = JSON.parse(stored);
    if (typeof user !== 'object' || user === null) return null;
    const isUser = 'id' in user && 'name' in user && typeof user.name === 'string';
    // Written by `saveSessionUser` from a valid response.
    return isUser ? (user as CurrentUser) : null;
  } catch {
    return null;
  }
}
