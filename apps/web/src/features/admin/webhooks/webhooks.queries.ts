import * as routes from '@skein/contracts/routes';
import type { WebhookEvent } from '@skein/contracts/webhooks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminKey } from '../shared/admin.queries.ts';

export const webhooksKey = [...adminKey, 'webhooks'] as const;

/** The events in the order of the form. */
export const webhookEvents = [
  'report.created',
  'account.registered',
  'thread.posted',
] as const satisfies readonly WebhookEvent[];

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => request(routes.listWebhooks, { signal }),
});

export function webhookDeliveriesQuery(webhookId: string) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, webhookId, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listWebhookDeliveries, {
        params: { webhookId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ content }) => content),
  });
}
