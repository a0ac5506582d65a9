import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@skein/contracts/notifications';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { PushModule } from './push.module.ts';

export function pushRoutes(bind: BindRoute, push: PushModule): void {
  bind(getPushKey, async () => ({ publicKey: await push.getPublicKey() }));
  bind(subscribeToPush, async ({ viewer, idempotency, body }) => ({
    ...success('success.pushOn'),
    id: await push.subscribe(viewer, idempotency, body),
  }));
  bind(unsubscribeFromPush, async ({ viewer, params }) => {
    await push.unsubscribe(viewer, params.subscriptionId);
    return success('success.pushOff');
  });
}
