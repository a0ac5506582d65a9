import { webhookErrors } from '@skein/contracts/webhooks';
import type { WebhookDelivery } from '@skein/contracts/webhooks';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { IdRange } from '../../platform/read-page.ts';
import { dayMs } from '../../platform/clock.ts';

const { sql } = Prisma;

const retentionMs = 30 * dayMs;
const completedMax = 1000;
const cleanupBatch = 5000;

/** Returns a page of the deliveries, latest first. */
export async function listDeliveries(
  database: Database,
  webhookId: string,
  { afterId, skip, take }: IdRange,
): Promise<WebhookDelivery[]> {
  const rows = await database.webhookDelivery.findMany({
    where: { webhookId, ...(afterId !== null && { id: { lt: afterId } }) },
    orderBy: { id: 'desc' },
    skip,
    take,
  });
  return rows.map(({ id, event, attempts, responseStatus, error, ...times }) => ({
    id,
    event,
    attempts,
    responseStatus,
    // The table may have reasons of other versions.
    error: error === null ? null : (webhookErrors.find((each) => each === error) ?? 'unreachable'),
    createdAt: times.createdAt.toISOString(),
    nextAttemptAt: times.dueAt?.toISOString() ?? null,
    status: times.dueAt !== null ? 'pending' : times.deliveredAt !== null ? 'delivered' : 'failed',
  }));
}

/** Sends it again, with all attempts. @throws NotFoundError */
export async function redeliver(database: Database, id: string, now: Date): Promise<void> {
  const data = { dueAt: now, attempts: 0, deliveredAt: null };
  const { count } = isId(id)
    ? await database.webhookDelivery.updateMany({ where: { id }, data })
    : { count: 0 };
  if (count === 0) throw new NotFoundError('error.webhookDeliveryNotFound');
}

/** A background job: deletes completed deliveries after 30 days, and all but the latest 1,000. */
export function removeOldDeliveries(database: Database, now: Date): Promise<number> {
  return database.execute(sql`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM (
        SELECT id, created_at, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS position
        FROM webhook_deliveries WHERE due_at IS NULL
      ) completed
      WHERE created_at < ${new Date(now.getTime() - retentionMs)} OR position > ${completedMax}::int
      LIMIT ${cleanupBatch}::int)`);
}
