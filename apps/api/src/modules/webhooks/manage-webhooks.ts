import { randomBytes } from 'node:crypto';
import type {
  createWebhook as createWebhookRoute,
  Webhook,
  WebhookDelivery,
} from '@skein/contracts/webhooks';
import type { Page, RouteInput } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { createOnce } from '../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { readIdPage } from '../../platform/read-page.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { SecretCipher } from '../../platform/secret-cipher.ts';
import type { Actor } from '../../platform/viewer.ts';
import { listDeliveries } from './deliveries.repository.ts';
import {
  enqueueTest,
  findWebhookWithSecret,
  insertWebhook,
  requireWebhook,
  setWebhookSecret,
  webhookNotFound,
} from './webhooks.repository.ts';

const secretBytes = 32;

interface Dependencies {
  database: Database;
  cipher: SecretCipher;
  clock: Clock;
}

export type WebhookInput = RouteInput<typeof createWebhookRoute>['body'];

/** @throws ConflictError if there are too many */
export function createWebhook(
  { database, cipher }: Omit<Dependencies, 'clock'>,
  { userId }: Actor,
  idempotency: Idempotency,
  { url, events, hashtag }: WebhookInput,
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
}

/** @throws NotFoundError */
export async function rotateSecret(
  { database, cipher }: Omit<Dependencies, 'clock'>,
  { userId }: Actor,
  id: string,
): Promise<{ secret: string }> {
  const { secret, encrypted } = createSecret(cipher, id);
  await setWebhookSecret(database, id, encrypted, userId);
  return { secret };
}

/** @throws NotFoundError; ConflictError if it is disabled */
export async function testWebhook(
  { database, clock }: Omit<Dependencies, 'cipher'>,
  { id, attempt }: Idempotency,
  webhookId: string,
): Promise<void> {
  if (attempt !== 'completed') await enqueueTest(database, id, webhookId, clock.now());
}

/** @throws NotFoundError */
export async function listWebhookDeliveries(
  database: Database,
  webhookId: string,
  query: PageQuery,
): Promise<Page<WebhookDelivery>> {
  await requireWebhook(database, webhookId);
  return readIdPage(query, (range) => listDeliveries(database, webhookId, range));
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
