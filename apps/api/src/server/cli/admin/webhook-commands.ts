import { createWebhook, webhookEvents } from '@skein/contracts/webhooks';
import type { Webhook, WebhookDelivery } from '@skein/contracts/webhooks';
import { independentAttempt } from '../../../http/idempotency/idempotency.ts';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { jsonOption, limitOption, printList, readLimit, readText } from './options.ts';

const webhooks: AdminCommand = {
  name: 'webhooks',
  parameters: [],
  options: { json: jsonOption },
  description: 'list the webhooks',
  async run(context, { options }) {
    return printList(await context.webhooks.list(), {
      isJson: options['json'] === true,
      empty: 'There are no webhooks.',
      describe,
    });
  },
};

const addWebhook: AdminCommand = {
  name: 'add-webhook',
  parameters: ['address'],
  options: {
    events: { type: 'string', description: `separated by commas: ${webhookEvents.join(',')}` },
    hashtag: { type: 'string', description: 'required for thread.posted' },
  },
  description: 'send events to an address, and print the secret that signs them',
  async run(context, { positionals: [url], options }) {
    const { events, hashtag } = options;
    const input = parseInput(createWebhook.body.schema, {
      url,
      events: readText(events)
        .split(',')
        .map((event) => event.trim())
        .filter((event) => event !== ''),
      hashtag,
    });
    const { webhook, secret } = await context.webhooks.create(
      commandLine,
      independentAttempt(),
      input,
    );
    return [describe(webhook), secret];
  },
};

const editWebhook: AdminCommand = {
  name: 'edit-webhook',
  parameters: ['id'],
  options: {
    enabled: { type: 'string', description: 'true or false' },
    'rotate-secret': { type: 'boolean', description: 'replace the secret and print the new one' },
  },
  description: 'enable or disable a webhook, or replace its secret',
  async run(context, { positionals: [id = ''], options }) {
    const { enabled, 'rotate-secret': isRotated } = options;
    if (enabled === undefined && isRotated !== true) {
      throw new OperationError('Give --enabled or --rotate-secret.');
    }
    if (enabled !== undefined && enabled !== 'true' && enabled !== 'false') {
      throw new OperationError('--enabled must be true or false.');
    }
    const lines: string[] = [];
    if (enabled !== undefined) {
      await context.webhooks.setEnabled(commandLine, id, enabled === 'true');
      lines.push(enabled === 'true' ? 'The webhook is enabled.' : 'The webhook is disabled.');
    }
    if (isRotated === true)
      lines.push((await context.webhooks.rotateSecret(commandLine, id)).secret);
    return lines;
  },
};

const testWebhook: AdminCommand = {
  name: 'test-webhook',
  parameters: ['id'],
  description: 'let the server send the event webhook.test; see the log for the result',
  async run(context, { positionals: [id = ''] }) {
    await context.webhooks.test(independentAttempt(), id);
    return ['A test event is on its way.'];
  },
};

const deleteWebhook: AdminCommand = {
  name: 'delete-webhook',
  parameters: ['id'],
  description: 'delete a webhook with its deliveries',
  async run(context, { positionals: [id = ''] }) {
    await context.webhooks.delete(commandLine, id);
    return ['The webhook has been deleted.'];
  },
};

const webhookLog: AdminCommand = {
  name: 'webhook-log',
  parameters: ['id'],
  options: { limit: limitOption, json: jsonOption },
  description: 'list the deliveries of a webhook, latest first',
  async run(context, { positionals: [id = ''], options }) {
    const query = { page: 0, size: readLimit(options['limit']) };
    const { content } = await context.webhooks.listDeliveries(id, query);
    return printList(content, {
      isJson: options['json'] === true,
      empty: 'Nothing was sent yet.',
      describe: describeDelivery,
    });
  },
};

const redeliver: AdminCommand = {
  name: 'redeliver',
  parameters: ['delivery'],
  description: 'let the server send a delivery of the log again',
  async run(context, { positionals: [id = ''] }) {
    await context.webhooks.redeliver(id);
    return ['The event is being sent again.'];
  },
};

export const webhookCommands: readonly AdminCommand[] = [
  webhooks,
  addWebhook,
  editWebhook,
  testWebhook,
  deleteWebhook,
  webhookLog,
  redeliver,
];

function describe({ id, status, url, events, hashtag, lastSuccessAt }: Webhook): string {
  const tag = hashtag === null ? '' : ` #${hashtag}`;
  const success = lastSuccessAt === null ? 'never accepted' : `accepted ${lastSuccessAt}`;
  return `${id}  ${status}  ${url}  ${events.join(',')}${tag}  ${success}`;
}

function describeDelivery(delivery: WebhookDelivery): string {
  const { id, createdAt, event, status, attempts, responseStatus, error } = delivery;
  const result = responseStatus ?? error;
  return `${id}  ${createdAt}  ${event}  ${status}  attempts ${attempts}${result === null ? '' : `  ${result}`}`;
}
