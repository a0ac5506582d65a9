import type {
  getPushKey,
  subscribeToPush,
  unsubscribeFromPush,
} from '@skein/contracts/notifications';
import { request } from '../../../api/index.ts';
import { hasServiceWorkers, registerServiceWorker } from '../../../lib/service-worker.ts';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';

/** Whether notifications are pushed to this browser. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** The subscription's id on the server. */
const idKey = 'push_subscription';

export async function readPushState(): Promise<PushState> {
  if (!hasServiceWorkers() || !('PushManager' in window) || !('Notification' in window)) {
    return 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default' || readItem(idKey) === null) return 'off';
  const { pushManager } = await registerServiceWorker();
  return (await pushManager.getSubscription()) ? 'on' : 'off';
}

/** Asks the person, then the browser's push service, then has the server push there. */
export async function turnPushOn(): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const [{ pushManager }, { publicKey }] = await Promise.all([
    registerServiceWorker(),
    request<typeof getPushKey>({ method: 'GET', path: '/notifications/push-key' }),
  ]);
  // One of an earlier session may have been made with another key, which no second one may have.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { id } = await request<typeof subscribeToPush>({
    method: 'POST',
    path: '/notifications/push-subscriptions',
    body: readSubscription(subscription),
  });
  writeItem(idKey, id);
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  const subscriptionId = readItem(idKey);
  await forgetPush();
  if (subscriptionId !== null) {
    await request<typeof unsubscribeFromPush>({
      method: 'DELETE',
      path: '/notifications/push-subscriptions/{subscriptionId}',
      params: { subscriptionId },
    }).catch(() => {
      // Pushing to what is gone ends by itself.
    });
  }
  return 'off';
}

/** Ends it on this device; the server's side ends with the session. */
export async function forgetPush(): Promise<void> {
  if (readItem(idKey) === null) return;
  removeItem(idKey);
  const { pushManager } = await registerServiceWorker();
  await (await pushManager.getSubscription())?.unsubscribe();
}

function readSubscription(subscription: PushSubscription) {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } };
}
