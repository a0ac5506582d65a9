import { Webhook as Signer } from 'standardwebhooks';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { SecretCipher } from '../../platform/secret-cipher.ts';
import {
  claimDueDeliveries,
  dropDelivery,
  recordFailure,
  recordSuccess,
} from './delivery-queue.repository.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import { sendWebhook } from './send-webhook.ts';

/** Deliveries that are sent at the same time. */
const concurrency = 8;

interface Sending {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  publicUrl: URL;
  version: string;
  /** Whether webhooks may be in private networks. */
  allowsPrivateWebhooks: boolean;
  cipher: SecretCipher;
  /** Aborts the requests in progress, which are repeated after the start. */
  signal: AbortSignal;
}

/** Sends the due deliveries. */
export async function deliverDue(sending: Sending): Promise<void> {
  const { database, clock, signal } = sending;
  while (!signal.aborted) {
    const due = await claimDueDeliveries(database, clock.now(), concurrency);
    await Promise.all(due.map((delivery) => deliver(sending, delivery)));
    if (due.length < concurrency) return;
  }
}

async function deliver(sending: Sending, delivery: ClaimedDelivery): Promise<void> {
  const { database, clock, cipher, logger, signal, allowsPrivateWebhooks } = sending;
  const { id, webhookId, url, encryptedSecret } = delivery;
  if (!delivery.isPublic) return void (await dropDelivery(database, id));
  const secret = cipher.decrypt(webhookId, encryptedSecret);
  if (secret === null) {
    logger.warn({ webhook: webhookId }, 'the secret of a webhook must be replaced');
    const attempt = { responseStatus: null, error: 'secret_unreadable' } as const;
    return recordFailure(database, delivery, attempt, clock.now());
  }
  try {
    const message = { url, ...sign(sending, delivery, secret), signal };
    const attempt = await sendWebhook({ ...message, allowsPrivate: allowsPrivateWebhooks });
    const { responseStatus } = attempt;
    const isAccepted = responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
    if (isAccepted) await recordSuccess(database, delivery, attempt, clock.now());
    else await recordFailure(database, delivery, attempt, clock.now());
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
