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
import { createDeliveryQueue } from './delivery-queue.repository.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import { sendWebhook } from './send-webhook.ts';
import {
  deleteWebhook,
  enqueueTest,
  findWebhookWithSecret,
  insertWebhook,
  listWebhooks,
  requireWebhook,
  setWebhookEnabled,
  setWebhookSecret,
  webhookNotFound,
} from './webhooks.repository.ts';
import { listDeliveries, redeliver, removeOldDeliveries } from './deliveries.repository.ts';

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
  const queue = createDeliveryQueue(database);
  const cipher = createSecretCipher(jwtSecret, 'webhook-secrets');
  const stopping = new AbortController();
  const sending = { ...dependencies, queue, cipher, signal: stopping.signal };

  return {
    list: () => listWebhooks(database),

    /** @throws ConflictError if there are too many */
    async create(
      { userId }: Actor,
      idempotency: Idempotency,
      { url, events, hashtag }: RouteInput<typeof createWebhook>['body'],
    ): Promise<{ webhook: Webhook; secret: string }> {
      const { id } = idempotency;
      return createOnce(idempotency, {
        find: () => findCreated({ database, cipher }, id),
        create: async () => {
          const { secret, encrypted: encryptedSecret } = createSecret(cipher, id);
          const tag = events.includes('thread.posted') ? (hashtag ?? null) : null;
          const created = { id, url, events: [...new Set(events)], hashtag: tag, encryptedSecret };
          return { webhook: await insertWebhook(database, created, userId), secret };
        },
        deletedError: webhookNotFound,
      });
    },

    /** @throws NotFoundError */
    setEnabled: ({ userId }: Actor, id: string, isEnabled: boolean) =>
      setWebhookEnabled(database, id, isEnabled, userId, clock.now()),

    /** @throws NotFoundError */
    async rotateSecret({ userId }: Actor, id: string): Promise<{ secret: string }> {
      const { secret, encrypted } = createSecret(cipher, id);
      await setWebhookSecret(database, id, encrypted, userId);
      return { secret };
    },

    /** @throws NotFoundError; ConflictError if it is disabled */
    test: async ({ id, attempt }: Idempotency, webhookId: string): Promise<void> => {
      if (attempt !== 'completed') await enqueueTest(database, id, webhookId, clock.now());
    },

    /** @throws NotFoundError */
    delete: ({ userId }: Actor, id: string) => deleteWebhook(database, id, userId),

    /** @throws NotFoundError */
    async listDeliveries(webhookId: string, query: PageQuery) {
      await requireWebhook(database, webhookId);
      return readIdPage(query, (range) => listDeliveries(database, webhookId, range));
    },

    /** @throws NotFoundError */
    redeliver: (id: string) => redeliver(database, id, clock.now()),

    /** A background job: sends the due deliveries. */
    async deliverDue(): Promise<void> {
      while (!stopping.signal.aborted) {
        const due = await queue.claimDue(clock.now(), concurrency);
        await Promise.all(due.map((delivery) => deliver(sending, delivery)));
        if (due.length < concurrency) return;
      }
    },

    /** A background job. */
    removeOldDeliveries: () => removeOldDeliveries(database, clock.now()),

    /** Aborts the requests in progress, which are repeated after the start. */
    stop: (): void => stopping.abort(),
  };
}

/** Returns a created webhook with its present secret, which is stored encrypted. */
async function findCreated(
  { database, cipher }: { database: Database; cipher: SecretCipher },
  id: string,
): Promise<{ webhook: Webhook; secret: string } | null> {
  const row = await findWebhookWithSecret(database, id);
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
