import * as routes from '@skein/contracts/routes';
import { request } from '../../api/index.ts';
import {
  hasServiceWorkers,
  registerServiceWorker,
  unsubscribeBrowser,
} from '../../lib/service-worker.ts';
import { getSessionUser } from '../../lib/session/index.ts';
import { readItem, removeItem, storageKeys, writeItem } from '../../lib/storage.ts';

/** Whether the server pushes notifications to this browser. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const { pushSubscription: idKey, pushUser: userKey } = storageKeys;

/** The id of the present account's subscription. A browser has one, for one account at a time. */
function readSubscriptionId(): string | null {
  const userId = getSessionUser()?.id;
  return (readItem(userKey) ?? userId) === userId ? readItem(idKey) : null;
}

export async function readPushState(): Promise<PushState> {
  if (!hasServiceWorkers() || !('PushManager' in window) || !('Notification' in window)) {
    return 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default' || readSubscriptionId() === null) return 'off';
  const { pushManager } = await registerServiceWorker();
  return (await pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks for permission, subscribes at the browser's push service and registers it at the server. */
export async function turnPushOn(): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const [{ pushManager }, { publicKey }] = await Promise.all([
    registerServiceWorker(),
    request(routes.getPushKey),
  ]);
  // The browser rejects a second subscription with another key, so an earlier one is removed first.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { id } = await request(routes.subscribeToPush, { body: readSubscription(subscription) });
  writeItem(idKey, id);
  writeItem(userKey, getSessionUser()?.id ?? '');
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  const subscriptionId = readSubscriptionId();
  if (subscriptionId !== null) {
    removeItem(idKey);
    removeItem(userKey);
    await unsubscribeBrowser();
    await request(routes.unsubscribeFromPush, { params: { subscriptionId } }).catch(() => {
      // The server removes the subscription when the push service reports it as gone.
    });
  }
  return 'off';
}

function readSubscription(subscription: PushSubscription) {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } };
}
