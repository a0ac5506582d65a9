import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { createWebhook, Webhook } from '@skein/contracts/webhooks';
import type { RouteInput } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createSecretCipher } from '../../platform/secret-cipher.ts';
import type { SecretCipher } from '../../platform/secret-cipher.ts';
import { readIdPage } from '../../platform/read-page.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { Actor } from '../../platform/viewer.ts';
import { createDeliveriesRepository } from './deliveries.repository.ts';
import { createDeliveryQueue } from './delivery-queue.repository.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import { sendWebhook } from './send-webhook.ts';
import { createWebhooksRepository, webhookNotFound } from './webhooks.repository.ts';

/** Deliveries that are sent at the same time. */
const concurrency = 8;
const secretBytes = 32;

interface Dependencies {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  jwtSecret: string;
  publicUrl: URL;
  version: string;
  /** Whether webhooks may be in private networks. */
  allowsPrivateWebhooks: boolean;
}

export type WebhooksModule = ReturnType<typeof createWebhooksModule>;

/** Events for other programs, signed according to Standard Webhooks. */
export function createWebhooksModule(dependencies: Dependencies) {
  const { database, clock, jwtSecret } = dependencies;
  const webhooks = createWebhooksRepository(database);
  const deliveries = createDeliveriesRepository(database);
  const queue = createDeliveryQueue(database);
  const cipher = createSecretCipher(jwtSecret, 'webhook-secrets');
  const stopping = new AbortController();
  const sending = { ...dependencies, queue, cipher, signal: stopping.signal };

  return {
    list: () => webhooks.list(),

    /** @throws ConflictError if there are too many */
    async create(
      { userId }: Actor,
      idempotency: Idempotency,
      { url, events, hashtag }: RouteInput<typeof createWebhook>['body'],
    ): Promise<{ webhook: Webhook; secret: string }> {
      const { id } = idempotency;
      return createOnce(idempotency, {
        find: () => findCreated({ webhooks, cipher }, id),
        create: async () => {
          const { secret, encrypted: encryptedSecret } = createSecret(cipher, id);
          const tag = events.includes('thread.posted') ? (hashtag ?? null) : null;
          const created = { id, url, events: [...new Set(events)], hashtag: tag, encryptedSecret };
          return { webhook: await webhooks.create(created, userId), secret };
        },
        deletedError: webhookNotFound,
      });
    },

    /** @throws NotFoundError */
    setEnabled: ({ userId }: Actor, id: string, isEnabled: boolean) =>
      webhooks.setEnabled(id, isEnabled, userId, clock.now()),

    /** @throws NotFoundError */
    async rotateSecret({ userId }: Actor, id: string): Promise<{ secret: string }> {
      const { secret, encrypted } = createSecret(cipher, id);
      await webhooks.setSecret(id, encrypted, userId);
      return { secret };
    },

    /** @throws NotFoundError; ConflictError if it is disabled */
    test: async ({ id, attempt }: Idempotency, webhookId: string): Promise<void> => {
      if (attempt !== 'completed') await webhooks.enqueueTest(id, webhookId, clock.now());
    },

    /** @throws NotFoundError */
    delete: ({ userId }: Actor, id: string) => webhooks.delete(id, userId),

    /** @throws NotFoundError */
    async listDeliveries(webhookId: string, query: PageQuery) {
      await webhooks.require(webhookId);
      return readIdPage(query, (range) => deliveries.list(webhookId, range));
    },

    /** @throws NotFoundError */
    redeliver: (id: string) => deliveries.redeliver(id, clock.now()),

    /** A background job: sends the due deliveries. */
    async deliverDue(): Promise<void> {
      while (!stopping.signal.aborted) {
        const due = await queue.claimDue(clock.now(), concurrency);
        await Promise.all(due.map((delivery) => deliver(sending, delivery)));
        if (due.length < concurrency) return;
      }
    },

    /** A background job. */
    removeOldDeliveries: () => deliveries.removeOld(clock.now()),

    /** Aborts the requests in progress, which are repeated after the start. */
    stop: (): void => stopping.abort(),
  };
}

/** With the secret at this time, which is stored encrypted. */
async function findCreated(
  {
    webhooks,
    cipher,
  }: { webhooks: ReturnType<typeof createWebhooksRepository>; cipher: SecretCipher },
  id: string,
): Promise<{ webhook: Webhook; secret: string } | null> {
  const row = await webhooks.findWithSecret(id);
  const bytes = row === null ? null : cipher.decrypt(id, row.encryptedSecret);
  return row === null || bytes === null ? null : { webhook: row.webhook, secret: toSecret(bytes) };
}

const toSecret = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;

function createSecret(cipher: SecretCipher, id: string) {
  const bytes = randomBytes(secretBytes);
  return { secret: toSecret(bytes), encrypted: cipher.encrypt(id, bytes) };
}

interface Sending extends Dependencies {
  queue: ReturnType<typeof createDeliveryQueue>;
  cipher: SecretCipher;
  signal: AbortSignal;
}

async function deliver(sending: Sending, delivery: ClaimedDelivery): Promise<void> {
  const { clock, queue, cipher, logger, signal, allowsPrivateWebhooks } = sending;
  const { id, webhookId, url, encryptedSecret } = delivery;
  if (!delivery.isPublic) return void (await queue.drop(id));
  const secret = cipher.decrypt(webhookId, encryptedSecret);
  if (secret === null) {
    logger.warn({ webhook: webhookId }, 'the secret of a webhook must be replaced');
    const attempt = { responseStatus: null, error: 'secret_unreadable' } as const;
    return queue.fail(delivery, attempt, clock.now());
  }
  try {
    const message = { url, ...sign(sending, delivery, secret), signal };
    const attempt = await sendWebhook({ ...message, allowsPrivate: allowsPrivateWebhooks });
    const { responseStatus } = attempt;
    const isAccepted = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
    await queue[isAccepted ? 'succeed' : 'fail'](delivery, attempt, clock.now());
  } catch (error) {
    // While the server stops, requests are aborted. They are sent again.
    if (!signal.aborted) throw error;
  }
}

/** The body and the headers of Standard Webhooks. The id is the same for all attempts. */
function sign(
  { clock, publicUrl, version }: Sending,
  { id, event, data, createdAt }: ClaimedDelivery,
  secret: Uint8Array,
) {
  const now = clock.now();
  const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `Skein/${version} (webhooks; +${publicUrl.origin})`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Signer(Buffer.from(secret).toString('base64')).sign(id, now, body),
  };
  return { body, headers };
}
