import type { CurrentUser } from '@skein/contracts/users';
import { createStore } from '../store.ts';
import { readItem, removeItem, storageKeys, writeItem } from '../storage.ts';
import { isTokenValid } from './token.ts';

const { accessToken: tokenKey, user: userKey } = storageKeys;

interface Session {
  token: string | null;
  user: CurrentUser | null;
}

const store = createStore<Session>(readSession());

/** The stored session, valid or not. Other tabs' changes arrive here too. */
export const useSession = store.useValue;

/** The access token, if it can still be used. */
export function getAccessToken(): string | null {
  const { token } = store.get();
  return token !== null && isTokenValid(token) ? token : null;
}

/** The stored person, if any; with an expired token too. */
export function getSessionUser(): CurrentUser | null {
  return store.get().user;
}

/** Keeps a session that the server has just given. */
export function saveSession(session: { token: string; user: CurrentUser }): void {
  writeItem(tokenKey, session.token);
  saveSessionUser(session.user);
  store.set({ token: session.token, user: session.user });
}

/** Keeps a newer version of the signed-in person. */
export function saveSessionUser(user: CurrentUser): void {
  writeItem(userKey, JSON.stringify(user));
  store.set({ ...store.get(), user });
}

/** Forgets token and person on this device, in every tab. */
export function clearSession(): void {
  removeItem(tokenKey);
  removeItem(userKey);
  store.set({ token: null, user: null });
}

/** Follows sign-ins and sign-outs of other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === tokenKey || event.key === userKey || event.key === null) {
      store.set(readSession());
    }
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function readSession(): Session {
  return { token: readItem(tokenKey), user: parseUser(readItem(userKey)) };
}

function parseUser(stored: string | null): CurrentUser | null {
  if (stored === null) return null;
  try {
    const user: unknown = JSON.parse(stored);
    if (typeof user !== 'object' || user === null) return null;
    const isUser = 'id' in user && 'name' in user && typeof user.name === 'string';
    // Written by saveSessionUser from a checked answer; an older version may lack newer fields.
    return isUser ? (user as CurrentUser) : null;
  } catch {
    return null;
  }
}
