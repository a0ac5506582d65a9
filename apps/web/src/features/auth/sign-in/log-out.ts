import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { deleteDeviceData } from '../../../lib/device-data.ts';
import { openPage } from '../../../lib/open-page.ts';
import { paths } from '../../../lib/paths.ts';
import {
  clearSession,
  getAccessToken,
  getSessionUser,
  isSignedIn,
  listOtherAccounts,
  saveOtherAccounts,
  switchSession,
} from '../../../lib/session/index.ts';
import type { OtherAccount } from '../../../lib/session/index.ts';
import {
  deleteDraftFiles,
  emojiChoicesKey,
  listsStorageKey,
  recentSearchesKey,
  removeItem,
  seenNotificationsKey,
  storageKeys,
} from '../../../lib/storage.ts';
import { renewStreamCookie } from '../accounts/accounts.ts';

/** A server that does not respond must not delay the page of the next account longer. */
const leaveTimeoutMs = 2000;

/**
 * Signs the present account out on this device at once, and on the server if it can be reached. The next
 * account that is signed in, if there is one, is then opened.
 */
export async function logOut(): Promise<void> {
  const token = getAccessToken();
  const hasNext = leave(async (next) => {
    await endSession(token);
    // This also removes the cookie of the event stream, which the next account needs.
    await renewStreamCookie(next);
  });
  if (!hasNext) await endSession(token);
}

/** Does the same on this device only, after the account was deleted. */
export function leaveDeletedAccount(): void {
  leave(renewStreamCookie);
}

/** Signs all accounts of this browser out. */
export async function logOutOfAllAccounts(): Promise<void> {
  const others = listOtherAccounts();
  const tokens = [getAccessToken(), ...others.map(({ token }) => token)];
  const userIds = [getSessionUser()?.id ?? '', ...others.map(({ user }) => user.id)];
  saveOtherAccounts([]);
  removeItem(storageKeys.feed);
  clearSession({ hasSignedOut: true });
  for (const userId of userIds) deleteUserItems(userId);
  await Promise.all(tokens.map(endSession));
}

/** Returns whether another account is opened. The page is then loaded again once `finish` is done. */
function leave(finish: (next: OtherAccount) => Promise<void>): boolean {
  const token = getAccessToken();
  const userId = getSessionUser()?.id ?? '';
  const next = listOtherAccounts().find(isSignedIn);
  if (next) switchSession(next.user.id, { hasSignedOut: true });
  else {
    removeItem(storageKeys.feed);
    clearSession({ hasSignedOut: true });
  }
  deleteUserItems(userId);
  if (!next) return false;
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, leaveTimeoutMs);
  });
  void Promise.race([Promise.all([finish(next), deleteDeviceData(userId, token)]), timeout]).then(
    () => openPage(paths.feed),
  );
  return true;
}

function deleteUserItems(userId: string): void {
  removeItem(recentSearchesKey(userId));
  removeItem(listsStorageKey(userId));
  removeItem(emojiChoicesKey(userId));
  removeItem(seenNotificationsKey(userId));
  deleteDraftFiles(userId);
}

async function endSession(token: string | null): Promise<void> {
  if (token === null) return;
  try {
    await request(routes.logout, { token });
  } catch {
    // The session ends when its token expires.
  }
}
