import type { WebhookEvent } from '@skein/contracts/webhooks';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';

/**
 * Deliveries for webhooks are written with the event that they report, so that a crash loses none. A
 * background job sends them. They contain no texts.
 */

const { empty, sql } = Prisma;

/** Writes an event for the webhooks that receive it, in the transaction that causes it. */
export async function enqueueWebhooks(
  tx: Transaction,
  { event, data }: { event: Exclude<WebhookEvent, 'thread.posted'>; data: Prisma.InputJsonObject },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event, data, due_at, created_at)
    SELECT chosen.delivery_id, chosen.id, ${event}, ${data}::jsonb, now(), now()
    FROM ${chooseWebhooks(event, empty)}`);
}

/**
 * A CTE for the statement that inserts a thread with hashtags, whose row is in the CTE `thread`.
 * @param isPublic Whether it is a public thread
 */
export function enqueueThreadWebhooks(
  hashtags: readonly string[],
  isPublic: Prisma.Sql,
): Prisma.Sql {
  const hasTag = sql`AND hashtag = ANY (${hashtags}::text[])`;
  const data = sql`jsonb_build_object('threadId', thread.id, 'authorId', thread.author_id,
    'hashtag', chosen.hashtag)`;
  return sql`webhook AS (
    INSERT INTO webhook_deliveries (id, webhook_id, event, data, due_at, created_at)
    SELECT chosen.delivery_id, chosen.id, 'thread.posted', ${data}, now(), now()
    FROM ${chooseWebhooks('thread.posted', hasTag)}, thread, author WHERE ${isPublic}
  )`;
}

/**
 * The webhooks `chosen` of an event, each with the id of its delivery. They are locked, so that one
 * being deleted is skipped instead of violating the foreign key. An instance has at most 20, so a
 * sequential scan finds them; without any, it reads no page.
 */
function chooseWebhooks(event: WebhookEvent, condition: Prisma.Sql): Prisma.Sql {
  // The time and the sequence number of one new id, and the random last digits of each webhook's own id.
  return sql`(
      SELECT id, hashtag, (left(${newId()}, 26) || right(id::text, 10))::uuid AS delivery_id FROM webhooks
      WHERE disabled_at IS NULL AND ${event} = ANY (events) ${condition} FOR KEY SHARE
    ) chosen`;
}
