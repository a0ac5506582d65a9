import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@skein/contracts/notifications';
import type { BindRoute } from '../../../http/bind-route.ts';
import { success } from '../../../http/success.ts';
import type { PushModule } from './push.module.ts';

export function pushRoutes(bind: BindRoute, push: PushModule): void {
  bind(getPushKey, async () => ({ publicKey: await push.getPublicKey() }));
  bind(subscribeToPush, async ({ viewer, creation, body }) => ({
    ...success('This browser will be told.'),
    id: await push.subscribe(viewer, creation, body),
  }));
  bind(unsubscribeFromPush, async ({ viewer, params }) => {
    await push.unsubscribe(viewer, params.subscriptionId);
    return success('This browser will not be told any more.');
  });
}
