import { deleteCachedResponses, deleteSessionResponses } from './cached-responses.ts';
import { unsubscribeBrowser } from './service-worker.ts';
import { listOtherAccounts } from './session/index.ts';
import { readItem, removeItem, storageKeys } from './storage.ts';

/** Deletes what the browser stores for a user who has signed out. Never rejects. */
export async function deleteDeviceData(userId: string, token: string | null): Promise<void> {
  const isLast = listOtherAccounts().length === 0;
  const pushUserId = readItem(storageKeys.pushUser) ?? userId;
  // The app works without it; the next visit tries again.
  await Promise.allSettled([
    isLast || pushUserId === userId ? endPush() : undefined,
    isLast ? deleteCachedResponses() : token !== null && deleteSessionResponses(token),
  ]);
}

async function endPush(): Promise<void> {
  const isSubscribed = readItem(storageKeys.pushSubscription) !== null;
  if (!isSubscribed) return;
  // At once: the id must not outlive the session.
  removeItem(storageKeys.pushSubscription);
  removeItem(storageKeys.pushUser);
  await unsubscribeBrowser();
}
