import * as routes from '@skein/contracts/routes';
import type { WebhookEvent } from '@skein/contracts/webhooks';
import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { webhooksKey } from './webhooks.queries.ts';

interface NewWebhook {
  url: string;
  events: WebhookEvent[];
  hashtag?: string;
}

type WebhookAction =
  | { kind: 'setEnabled'; webhookId: string; isEnabled: boolean }
  | { kind: 'test' | 'delete'; webhookId: string }
  | { kind: 'redeliver'; deliveryId: string };

/** Creates a webhook and returns its secret, which cannot be read again. */
export function useCreateWebhook() {
  return useMutation({
    mutationFn: (body: NewWebhook) => request(routes.createWebhook, { body }),
    onSuccess: (_created, _body, _before, { client }) => refetch(client),
  });
}

/** Replaces the secret of a webhook and returns the new one. */
export function useRotateWebhookSecret(webhookId: string) {
  return useMutation({
    mutationFn: () => request(routes.rotateWebhookSecret, { params: { webhookId } }),
    onError: showError,
  });
}

/** Runs an action on a webhook and refetches the webhooks. */
export function useWebhookAction() {
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ message }, _action, _before, { client }) => {
      toast.success(message);
      await refetch(client);
    },
    onError: showError,
  });
}

function send(action: WebhookAction) {
  switch (action.kind) {
    case 'setEnabled':
      return request(routes.updateWebhook, {
        params: { webhookId: action.webhookId },
        body: { isEnabled: action.isEnabled },
      });
    case 'test':
      return request(routes.testWebhook, { params: { webhookId: action.webhookId } });
    case 'delete':
      return request(routes.deleteWebhook, { params: { webhookId: action.webhookId } });
    case 'redeliver':
      return request(routes.redeliverWebhook, { params: { deliveryId: action.deliveryId } });
  }
}

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: webhooksKey });

function showError(error: Error): void {
  // An error response contains the reason.
  toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
}
