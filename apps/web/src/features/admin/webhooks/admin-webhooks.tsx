import type { Webhook } from '@skein/contracts/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { webhooksQuery } from './webhooks.queries.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Creates, lists and changes webhooks. */
export function AdminWebhooks() {
  return (
    <>
      <WebhookForm />
      <WebhookList />
    </>
  );
}

function WebhookList() {
  const { data, error, isPending, refetch } = useQuery(webhooksQuery);
  if (isPending) return <AdminListSkeleton />;
  if (data === undefined) return <AdminLoadError error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <ListMessage text={t('admin.webhooks.empty')} />;
  return (
    <ul>
      {data.map((webhook) => (
        <li key={webhook.id} className="border-b border-line p-4">
          <Entry webhook={webhook} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ webhook }: { webhook: Webhook }) {
  const { id, url, events, hashtag, status } = webhook;
  const [isOpen, setIsOpen] = useState(false);
  const deliveriesId = useId();
  return (
    <article aria-label={url} className="flex flex-col gap-3">
      <div>
        <p className="font-semibold wrap-anywhere">{url}</p>
        <p className={status === 'broken' ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {t(`admin.webhooks.status.${status}`)}
        </p>
        <ul className="mt-1 text-sm">
          {events.map((event) => (
            <li key={event}>
              {t(`admin.webhooks.event.${event}`)}
              {event === 'thread.posted' && hashtag !== null && <span>{`: #${hashtag}`}</span>}
            </li>
          ))}
        </ul>
      </div>
      <WebhookActions webhook={webhook}>
        <Button
          size="sm"
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={deliveriesId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('admin.webhooks.deliveries')}
        </Button>
      </WebhookActions>
      <div id={deliveriesId} className="empty:hidden">
        {isOpen && <WebhookDeliveries webhookId={id} />}
      </div>
    </article>
  );
}
