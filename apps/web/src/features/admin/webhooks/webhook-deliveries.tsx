import type { WebhookDelivery } from '@skein/contracts/webhooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useWebhookAction } from './webhook.mutation.ts';
import { webhookDeliveriesQuery, webhookEvents } from './webhooks.queries.ts';
import { AdminList } from '../shared/admin-list.tsx';

/** What was sent to a webhook, latest first. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(webhookDeliveriesQuery(webhookId));
  return (
    <section aria-label={t('admin.webhooks.deliveries')} className="rounded-md border border-line">
      <AdminList
        query={query}
        empty={t('admin.webhooks.noDeliveries')}
        renderItem={(delivery) => <Entry delivery={delivery} />}
      />
    </section>
  );
}

const knownEvents = [...webhookEvents, 'webhook.test'] as const;

function Entry({ delivery }: { delivery: WebhookDelivery }) {
  const { id: deliveryId, event, createdAt, status, attempts, responseStatus, error } = delivery;
  const redelivery = useWebhookAction();
  // The list may have events of other versions.
  const knownEvent = knownEvents.find((each) => each === event);
  const details = [
    attempts > 0 && t('admin.webhooks.attempts', { count: attempts }),
    responseStatus !== null && t('admin.webhooks.response', { status: String(responseStatus) }),
    error !== null && t(`admin.webhooks.error.${error}`),
  ].filter((detail) => detail !== false);
  return (
    <article className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{t(`admin.webhooks.delivery.${status}`)}</span>
          <RelativeTime time={createdAt} className="text-sm text-muted" />
        </p>
        <p className="text-sm wrap-anywhere">
          {knownEvent ? t(`admin.webhooks.event.${knownEvent}`) : event}
        </p>
        {details.length > 0 && <p className="text-sm text-muted">{details.join(' · ')}</p>}
      </div>
      {status !== 'pending' && (
        <Button
          size="sm"
          variant="secondary"
          isBusy={redelivery.isPending}
          onClick={firstClick(() => redelivery.mutate({ kind: 'redeliver', deliveryId }))}
        >
          {t('admin.webhooks.redeliver')}
        </Button>
      )}
    </article>
  );
}
