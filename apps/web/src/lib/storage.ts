/** The keys of stored values. The specification defines the first two (section 3). */
export const storageKeys = {
  accessToken: 'access_token',
  user: 'user',
  /** The other accounts of this browser, with their tokens. */
  accounts: 'accounts',
  theme: 'theme',
  /** The dark theme that the theme toggle selects, if it is not the standard one. */
  darkTheme: 'dark_theme',
  motion: 'motion',
  textSize: 'text_size',
  density: 'density',
  locale: 'locale',
  /** The tab of the feed that was shown last. */
  feed: 'feed',
  /** The id of this browser's push subscription on the server. */
  pushSubscription: 'push_subscription',
  /** The id of the user to whom the push subscription belongs. */
  pushUser: 'push_user',
  /** Present once this browser has opened the app. */
  visited: 'visited',
} as const;

/** The key of a user's recent searches. */
export const recentSearchesKey = (userId: string) => `searches:${userId}`;

/** The key of a user's recently used emojis and skin tone. */
export const emojiChoicesKey = (userId: string) => `emojis:${userId}`;

/** Present while posts of a user wait on this device for a connection. */
export const pendingPostsKey = (userId: string) => `pending:${userId}`;

/** The key of the time of the newest notification that a user has seen on this device. */
export const seenNotificationsKey = (userId: string) => `notifications:${userId}`;

/** The key of a user's lists as of the last visit. */
export const listsStorageKey = (userId: string) => `lists:${userId}`;

/** The key of a new user's position in the first steps. */
export const firstStepsKey = (userId: string) => `first-steps:${userId}`;

/** The prefix of the keys that list the files of a user's drafts. */
export const draftFilesPrefix = (userId: string) => `draft-files:${userId}:`;

/** The name of the IndexedDB database with the files of a user's drafts: of messages and threads. */
export const draftFilesDatabase = (userId: string) => `draft-files:${userId}`;

// localStorage throws if it is blocked or full. The app then works without stored values.

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** The keys that start with a prefix. */
export function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Deletes the files of a user's drafts with their descriptions. The texts stay. */
export function deleteDraftFiles(userId: string): void {
  try {
    indexedDB.deleteDatabase(draftFilesDatabase(userId));
  } catch {
    // See above.
  }
  for (const key of listKeys(draftFilesPrefix(userId))) removeItem(key);
}
