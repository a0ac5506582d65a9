import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  issueMessage,
  limitedText,
  pageSchema,
  pageQuery,
  successSchema,
  uuid,
  wireText,
} from '../http/index.ts';
import { adminPageSize } from '../limits.ts';
import { listHashtags } from '../text/index.ts';

/** What webhooks can receive. */
export const webhookEvents = ['report.created', 'account.registered', 'thread.posted'] as const;

/** Webhooks of an instance. */
export const webhooksMax = 20;

/** Why an attempt had no response. */
export const webhookErrors = ['timeout', 'not_public', 'unreachable', 'secret_unreadable'] as const;

const urlMaxLength = 500;

const webhookSchema = z
  .object({
    id: uuid,
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    hashtag: z.string().nullable().describe('The only hashtag of `thread.posted`, without `#`'),
    createdAt: isoTime,
    status: z
      .enum(['enabled', 'disabled', 'broken'])
      .describe('`broken`: disabled by the server after failed deliveries'),
    lastSuccessAt: isoTime.nullable(),
  })
  .meta({ id: 'Webhook' });

const webhookDeliverySchema = z
  .object({
    id: uuid.describe('The `webhook-id` of all attempts'),
    event: z.string(),
    createdAt: isoTime,
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.number().int(),
    nextAttemptAt: isoTime.nullable(),
    responseStatus: z.number().int().nullable().describe('Of the latest response'),
    error: z.enum(webhookErrors).nullable().describe('Why the latest attempt had no response'),
  })
  .meta({ id: 'WebhookDelivery' });

const webhookSecret = z
  .string()
  .describe('Signs the deliveries as described by Standard Webhooks. Cannot be read again');

const hashtagField = wireText('error.label.hashtag')
  .transform((text) => listHashtags(`#${text.trim().replace(/^#/, '')}`)[0] ?? '')
  .refine((tag) => tag !== '', { error: issueMessage('error.hashtagMissing') });

const newWebhookSchema = z
  .object({
    url: limitedText('error.label.address', urlMaxLength).refine(isWebAddress, {
      error: issueMessage('error.webAddress'),
    }),
    events: z
      .array(z.enum(webhookEvents), { error: issueMessage('error.webhookEventMissing') })
      .min(1, { error: issueMessage('error.webhookEventMissing') })
      .max(webhookEvents.length, { error: issueMessage('error.webhookEventRepeated') }),
    hashtag: hashtagField.optional().describe('Required for `thread.posted`'),
  })
  .refine(({ events, hashtag }) => !events.includes('thread.posted') || hashtag !== undefined, {
    path: ['hashtag'],
    error: issueMessage('error.hashtagMissing'),
  });

const administration = {
  tag: 'Administration',
  auth: 'bearer',
  errors: ['forbidden', 'two_factor_required', 'not_found'],
} as const;

const webhookParams = z.object({ webhookId: z.string() });

export const listWebhooks = defineRoute({
  ...administration,
  id: 'listWebhooks',
  method: 'GET',
  path: '/admin/webhooks',
  summary: 'List the webhooks of the instance',
  status: 200,
  response: z.array(webhookSchema),
  errors: ['forbidden', 'two_factor_required'],
});

export const createWebhook = defineRoute({
  ...administration,
  id: 'createWebhook',
  method: 'POST',
  path: '/admin/webhooks',
  takesIdempotencyKey: true,
  summary: 'Create a webhook',
  description: `At most ${webhooksMax}; further ones return 409.`,
  body: { kind: 'json', schema: newWebhookSchema },
  status: 201,
  response: z.object({ webhook: webhookSchema, secret: webhookSecret }),
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export const updateWebhook = defineRoute({
  ...administration,
  id: 'updateWebhook',
  method: 'PUT',
  path: '/admin/webhooks/{webhookId}',
  summary: 'Enable or disable a webhook',
  description: 'A disabled webhook receives no new events. Pending ones wait.',
  params: webhookParams,
  body: { kind: 'json', schema: z.object({ isEnabled: z.boolean() }) },
  status: 200,
  response: successSchema,
});

export const rotateWebhookSecret = defineRoute({
  ...administration,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/admin/webhooks/{webhookId}/rotate-secret',
  takesIdempotencyKey: false,
  summary: 'Replace the secret of a webhook',
  description: 'The previous one is not used from now on.',
  params: webhookParams,
  status: 200,
  response: z.object({ secret: webhookSecret }),
});

export const testWebhook = defineRoute({
  ...administration,
  id: 'testWebhook',
  method: 'POST',
  path: '/admin/webhooks/{webhookId}/test',
  takesIdempotencyKey: true,
  summary: 'Send the event `webhook.test` to a webhook',
  description: 'A 409 if it is disabled.',
  params: webhookParams,
  status: 202,
  response: successSchema,
  errors: [...administration.errors, 'conflict'],
});

export const deleteWebhook = defineRoute({
  ...administration,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/admin/webhooks/{webhookId}',
  summary: 'Delete a webhook with its deliveries',
  params: webhookParams,
  status: 200,
  response: successSchema,
});

export const listWebhookDeliveries = defineRoute({
  ...administration,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/admin/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of a webhook, latest first',
  description: 'Completed ones are kept for 30 days, at most 1,000.',
  params: webhookParams,
  query: pageQuery({ defaultSize: adminPageSize }),
  status: 200,
  response: pageSchema(webhookDeliverySchema).meta({ id: 'WebhookDeliveriesPage' }),
});

export const redeliverWebhook = defineRoute({
  ...administration,
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/admin/webhook-deliveries/{deliveryId}/redeliver',
  takesIdempotencyKey: false,
  summary: 'Send a delivery again, with the same id',
  params: z.object({ deliveryId: z.string() }),
  status: 202,
  response: successSchema,
});

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === ''
  );
}

export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
export type WebhookEvent = (typeof webhookEvents)[number];
