import type { WebhookDelivery } from '@skein/contracts/webhooks';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { anonymousViewer, canSeeUndeleted } from '../../domain/visibility.queries.ts';
import { recordAction } from '../moderation/index.ts';
import { describeWebhook } from './webhooks.repository.ts';

const { sql } = Prisma;

/** The time from each attempt to the next; about a day altogether. */
const retryDelaysSeconds = [1, 5, 30, 120, 300, 480, 480].map((minutes) => minutes * 60);
const attemptsMax = retryDelaysSeconds.length + 1;

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  url: string;
  encryptedSecret: Uint8Array;
  event: string;
  data: Prisma.JsonObject;
  attempts: number;
  createdAt: Date;
  /** Whether visitors may see what it is about at this time. */
  isPublic: boolean;
}

/** The outcome of an attempt. */
export interface Attempt {
  responseStatus: number | null;
  error: WebhookDelivery['error'];
}

/**
 * Takes due deliveries, the oldest of each webhook first, so that a slow one does not delay others.
 * Until the outcome is stored, each counts as failed and is sent again later.
 */
export function claimDueDeliveries(
  database: Database,
  now: Date,
  limit: number,
): Promise<ClaimedDelivery[]> {
  // The queue is never joined with itself: with the statistics of an empty table, PostgreSQL would read it once per row.
  const candidates = sql`
    SELECT waiting.id FROM (
      SELECT due.id, due.due_at, row_number() OVER (PARTITION BY due.webhook_id ORDER BY due.due_at, due.id) AS turn
      FROM webhook_deliveries due JOIN webhooks receiver ON receiver.id = due.webhook_id
      WHERE due.due_at <= ${now} AND receiver.disabled_at IS NULL
    ) waiting
    ORDER BY waiting.turn, waiting.due_at LIMIT ${limit}::int`;
  return database.query<ClaimedDelivery>(sql`
    UPDATE webhook_deliveries delivery
    SET attempts = delivery.attempts + 1,
      due_at = ${now}::timestamptz + make_interval(secs => ${nextDelay(sql`delivery.attempts`)})
    FROM webhooks webhook
    WHERE webhook.id = delivery.webhook_id AND delivery.id = ANY (ARRAY(
      SELECT id FROM webhook_deliveries WHERE id = ANY (ARRAY(${candidates})) AND due_at <= ${now}
      FOR UPDATE SKIP LOCKED))
    RETURNING delivery.id, webhook.id AS "webhookId", webhook.url,
      webhook.encrypted_secret AS "encryptedSecret", delivery.event, delivery.data,
      delivery.attempts, delivery.created_at AS "createdAt",
      (delivery.event <> 'thread.posted' OR EXISTS (
        SELECT FROM threads posted JOIN users author ON author.id = posted.author_id
        WHERE posted.id = (delivery.data->>'threadId')::uuid AND posted.deleted_at IS NULL
          AND ${canSeeUndeleted(anonymousViewer, { thread: sql`posted`, author: sql`author` })}
      )) AS "isPublic"`);
}

/** Removes one whose subject is no longer public. */
export function dropDelivery(database: Database, id: string) {
  return database.webhookDelivery.deleteMany({ where: { id } });
}

export async function recordSuccess(
  database: Database,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const { id, webhookId } = delivery;
  await database.$transaction(async (tx) => {
    await tx.webhookDelivery.updateMany({
      where: { id },
      data: { ...attempt, dueAt: null, deliveredAt: now },
    });
    await tx.webhook.updateMany({ where: { id: webhookId }, data: { lastSuccessAt: now } });
  });
}

/**
 * Stores a failed attempt. After the last one, or if the receiver is gone, the webhook is disabled,
 * unless it has received something else since the first attempt.
 */
export function recordFailure(
  database: Database,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const { id, webhookId, url, createdAt } = delivery;
    const isGone = attempt.responseStatus === 410;
    const isLast = delivery.attempts >= attemptsMax || isGone;
    const data = { ...attempt, ...(isLast && { dueAt: null }) };
    await tx.webhookDelivery.updateMany({ where: { id }, data });
    if (!isLast) return;
    const hadNoSuccess = {
      OR: [{ lastSuccessAt: null }, { lastSuccessAt: { lt: createdAt } }],
    };
    const { count } = await tx.webhook.updateMany({
      where: { id: webhookId, disabledAt: null, ...(!isGone && hadNoSuccess) },
      data: { disabledAt: now, isBroken: true },
    });
    if (count === 0) return;
    const details = { ...describeWebhook({ id: webhookId, url }), by: 'server' };
    await recordAction(tx, { actorId: null, action: 'disable_webhook', details });
  });
}

/** Seconds to the next attempt, by the number of earlier ones. */
function nextDelay(attempts: Prisma.Sql): Prisma.Sql {
  const delays = retryDelaysSeconds;
  return sql`(${delays}::int[])[least(${attempts} + 1, ${delays.length}::int)]`;
}
