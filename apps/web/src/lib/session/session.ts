import type { CurrentUser } from '@skein/contracts/users';
import { createStore } from '../store.ts';
import { readItem, removeItem, storageKeys, writeItem } from '../storage.ts';
import { isTokenValid } from './token.ts';

const { accessToken: tokenKey, user: userKey } = storageKeys;

interface Session {
  token: string | null;
  user: CurrentUser | null;
  /** Whether the user has ended the session, instead of the server. */
  hasSignedOut: boolean;
}

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

/** Stores a new session. */
export function saveSession(session: { token: string; user: CurrentUser }): void {
  writeItem(tokenKey, session.token);
  writeItem(userKey, JSON.stringify(session.user));
  store.set({ token: session.token, user: session.user, hasSignedOut: false });
}

/** Stores a newer version of the current user. Ignores a response that arrives after signing out. */
export function saveSessionUser(user: CurrentUser): void {
  if (store.get().token === null) return;
  writeItem(userKey, JSON.stringify(user));
  store.set({ ...store.get(), user });
}

/** Removes the token and the user from this device, in every tab. */
export function clearSession({ hasSignedOut = false } = {}): void {
  removeItem(tokenKey);
  removeItem(userKey);
  store.set({ token: null, user: null, hasSignedOut });
}

/** Applies sign-ins and sign-outs of other tabs. Returns a function to unsubscribe. */
export function syncSessionAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (event.key === tokenKey || event.key === userKey || event.key === null) {
      store.set(readSession());
    }
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function readSession(): Session {
  return { token: readItem(tokenKey), user: parseUser(readItem(userKey)), hasSignedOut: false };
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
