/** Under which names things are kept; the first two are the specification's (section 3). */
export const storageKeys = {
  accessToken: 'access_token',
  user: 'user',
  theme: 'theme',
  motion: 'motion',
  locale: 'locale',
  /** The id of this browser's push subscription on the server. */
  pushSubscription: 'push_subscription',
  /** Present once this browser has opened the app. */
  visited: 'visited',
} as const;

/** Under which name an account's searches are kept. */
export const recentSearchesKey = (userId: string) => `searches:${userId}`;

// Storage throws where it is forbidden or full: the app then works without remembering.

/** Reads a text kept on this device. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text on this device, if that is possible. */
export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: see above.
  }
}

/** Forgets a text kept on this device. */
export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing to do: see above.
  }
}
