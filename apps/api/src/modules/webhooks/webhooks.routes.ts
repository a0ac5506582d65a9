import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@skein/contracts/webhooks';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import { bindWithPermission } from '../moderation/index.ts';
import type { ModerationModule } from '../moderation/index.ts';
import type { WebhooksModule } from './webhooks.module.ts';

export function webhooksRoutes(
  bindRoute: BindRoute,
  { webhooks, moderation }: { webhooks: WebhooksModule; moderation: ModerationModule },
): void {
  const bind = bindWithPermission(bindRoute, moderation, 'administrate');
  bind(listWebhooks, () => webhooks.list());
  bind(createWebhook, ({ viewer, idempotency, body }) =>
    webhooks.create(viewer, idempotency, body),
  );
  bind(updateWebhook, async ({ viewer, params, body: { isEnabled } }) => {
    await webhooks.setEnabled(viewer, params.webhookId, isEnabled);
    return success(isEnabled ? 'success.webhookEnabled' : 'success.webhookDisabled');
  });
  bind(rotateWebhookSecret, ({ viewer, params }) =>
    webhooks.rotateSecret(viewer, params.webhookId),
  );
  bind(testWebhook, async ({ idempotency, params }) => {
    await webhooks.test(idempotency, params.webhookId);
    return success('success.webhookTested');
  });
  bind(deleteWebhook, async ({ viewer, params }) => {
    await webhooks.delete(viewer, params.webhookId);
    return success('success.webhookDeleted');
  });
  bind(listWebhookDeliveries, ({ params, query }) =>
    webhooks.listDeliveries(params.webhookId, query),
  );
  bind(redeliverWebhook, async ({ params }) => {
    await webhooks.redeliver(params.deliveryId);
    return success('success.webhookRedelivered');
  });
}
