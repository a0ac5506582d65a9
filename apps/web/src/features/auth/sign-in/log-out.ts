import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { clearSession, getAccessToken, getSessionUser } from '../../../lib/session/index.ts';
import {
  deleteDraftFiles,
  emojiChoicesKey,
  listsStorageKey,
  recentSearchesKey,
  removeItem,
  seenNotificationsKey,
  storageKeys,
} from '../../../lib/storage.ts';

/** Signs out on this device at once, and on the server if it can be reached. */
export async function logOut(): Promise<void> {
  const token = getAccessToken();
  const userId = getSessionUser()?.id ?? '';
  removeItem(recentSearchesKey(userId));
  removeItem(listsStorageKey(userId));
  removeItem(emojiChoicesKey(userId));
  removeItem(seenNotificationsKey(userId));
  removeItem(storageKeys.feed);
  clearSession({ hasSignedOut: true });
  deleteDraftFiles(userId);
  if (token === null) return;
  try {
    await request(routes.logout, { token });
  } catch {
    // The session ends when its token expires.
  }
}
