import * as routes from '@skein/contracts/routes';
import type { WebhookEvent } from '@skein/contracts/webhooks';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
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
  const create = (body: NewWebhook) => request(routes.createWebhook, { body });
  return useMutation(adminMutation(create, { invalidates: [webhooksKey], showsErrors: true }));
}

/** Replaces the secret of a webhook and returns the new one. */
export function useRotateWebhookSecret(webhookId: string) {
  const rotate = () => request(routes.rotateWebhookSecret, { params: { webhookId } });
  return useMutation(adminMutation(rotate, { invalidates: [] }));
}

/** Runs an action on a webhook and refetches the webhooks. */
export function useWebhookAction() {
  return useMutation(adminMutation(send, { invalidates: [webhooksKey] }));
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
