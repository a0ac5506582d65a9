import type { WebhookEvent } from '@skein/contracts/webhooks';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';
import { isPublicThread } from '../visibility.queries.ts';

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

/** A CTE for the statement that inserts a thread with hashtags, whose row is in the CTE `thread`. */
export function enqueueThreadWebhooks(hashtags: readonly string[]): Prisma.Sql {
  const hasTag = sql`AND hashtag = ANY (${hashtags}::text[])`;
  const data = sql`jsonb_build_object('threadId', thread.id, 'authorId', thread.author_id,
    'hashtag', chosen.hashtag)`;
  return sql`webhook AS (
    INSERT INTO webhook_deliveries (id, webhook_id, event, data, due_at, created_at)
    SELECT chosen.delivery_id, chosen.id, 'thread.posted', ${data}, now(), now()
    FROM ${chooseWebhooks('thread.posted', hasTag)}, thread WHERE ${isPublicThread(sql`thread`)}
  )`;
}

/**
 * The webhooks `chosen` of an event, each with the id of its delivery. They are locked, so that one
 * being deleted is skipped instead of violating the foreign key. An instance has at most 20, so a
 * sequential scan finds them; without any, it reads no page.
 */
function chooseWebhooks(event: WebhookEvent, condition: Prisma.Sql): Prisma.Sql {
  // One id for all: the position in its last two digits makes the others.
  const position = sql`lpad(to_hex(row_number() OVER (ORDER BY id)), 2, '0')`;
  return sql`(
      SELECT id, hashtag, (left(${newId()}, 34) || ${position})::uuid AS delivery_id FROM (
        SELECT id, hashtag FROM webhooks
        WHERE disabled_at IS NULL AND ${event} = ANY (events) ${condition} FOR KEY SHARE
      ) locked
    ) chosen`;
}
