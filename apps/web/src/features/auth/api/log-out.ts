import type { logout } from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';
import { clearSession, getAccessToken, getSessionUser } from '../../../lib/session/index.ts';
import {
  deleteDatabase,
  emojiChoicesKey,
  listKeys,
  listsStorageKey,
  messageDraftsPrefix,
  messageFilesDatabase,
  readItem,
  recentSearchesKey,
  removeItem,
  storageKeys,
  writeItem,
} from '../../../lib/storage.ts';

/** Signs out on this device at once, and on the server if it can be reached. */
export async function logOut(): Promise<void> {
  const token = getAccessToken();
  const userId = getSessionUser()?.id ?? '';
  removeItem(recentSearchesKey(userId));
  removeItem(listsStorageKey(userId));
  removeItem(emojiChoicesKey(userId));
  removeItem(storageKeys.feed);
  clearSession({ hasSignedOut: true });
  deleteMessageFiles(userId);
  if (token === null) return;
  try {
    await request<typeof logout>({ method: 'POST', path: '/auth/logout', token });
  } catch {
    // The session ends when its token expires.
  }
}

/** Deletes the files of unsent messages. Their texts stay for the next sign-in. */
function deleteMessageFiles(userId: string): void {
  deleteDatabase(messageFilesDatabase(userId));
  for (const key of listKeys(messageDraftsPrefix(userId))) {
    try {
      const draft: unknown = JSON.parse(readItem(key) ?? 'null');
      writeItem(key, JSON.stringify({ ...Object(draft), files: [] }));
    } catch {
      // A later version of the app has stored it in another format.
      removeItem(key);
    }
  }
}
