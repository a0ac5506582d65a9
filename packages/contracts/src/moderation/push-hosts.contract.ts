import { z } from 'zod';
import { booleanField, defineRoute, isoTime, successSchema } from '../http/index.ts';
import { rejectedPushHostsMax } from '../limits.ts';

const pushHostSchema = z
  .object({
    host: z.string(),
    isAllowed: z.boolean().describe('Whether an administrator has allowed it'),
    rejectedCount: z.number().int().describe('Rejected subscriptions'),
    rejectedAt: isoTime.describe('Time of the latest one'),
  })
  .meta({ id: 'PushHost' });

export const listPushHosts = defineRoute({
  id: 'listPushHosts',
  method: 'GET',
  path: '/admin/push-hosts',
  tag: 'Administration',
  summary: 'List hosts of push services whose subscriptions were rejected, latest first',
  description: `The latest ${rejectedPushHostsMax}, and all that were allowed since. The hosts of \`PUSH_HOSTS\` are not listed.`,
  auth: 'bearer',
  status: 200,
  response: z.array(pushHostSchema),
  errors: ['forbidden', 'two_factor_required'],
});

export const updatePushHost = defineRoute({
  id: 'updatePushHost',
  method: 'PUT',
  path: '/admin/push-hosts/{host}',
  tag: 'Administration',
  summary: 'Allow or reject a host of a push service',
  description:
    'Applies at once. Subscriptions of a rejected host are removed at the next delivery.',
  auth: 'bearer',
  params: z.object({ host: z.string() }),
  body: { kind: 'json', schema: z.object({ isAllowed: booleanField }) },
  status: 200,
  response: successSchema,
  errors: ['validation_failed', 'forbidden', 'two_factor_required', 'not_found'],
});

export type PushHost = z.output<typeof pushHostSchema>;
