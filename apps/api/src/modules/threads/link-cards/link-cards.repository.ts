import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isOpenThread } from '../../../domain/visibility.queries.ts';
import type { Link } from './find-link.ts';
import type { PageSummary } from './parse-page.ts';
import { hourMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

/** Links that wait to be fetched; further ones get no card. */
const queueMax = 2000;
/** Waiting links of one author. */
const authorQueueMax = 100;
const cachedMs = 7 * 24 * hourMs;
/** After a failure, the page is requested again by the next thread or message after this time. */
const failureCachedMs = hourMs;
/** Before every request, whose time may be earlier than that of the server that claims the link. */
const longAgo = new Date(0);
/** Unused cards are kept for this time, because a thread or message may be about to use one. */
const unusedMs = 24 * hourMs;

export interface CardImage {
  storageKey: string;
  width: number;
  height: number;
  blurhash: string;
}

/** A link of a stored thread or message. */
interface RequestedLink extends Link {
  authorId: string | null;
}

/**
 * Queues the links of stored threads and messages whose cards are missing or expired. Each author can
 * have a limited number of waiting links, so that no author fills the queue.
 */
export async function requestCards(
  database: Database,
  links: readonly RequestedLink[],
  now: Date,
): Promise<void> {
  const isExpired = sql`known.due_at IS NULL AND known.expires_at <= excluded.requested_at`;
  await database.execute(sql`
    WITH queued AS MATERIALIZED (
      SELECT requested_by_id AS author_id, count(*) AS count FROM link_cards
      WHERE due_at IS NOT NULL GROUP BY requested_by_id
    ), link AS (
      SELECT id, url, author_id, row_number() OVER (PARTITION BY author_id ORDER BY id) AS turn
      FROM unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ url }) => url)}::text[],
        ${links.map(({ authorId }) => authorId)}::uuid[]) AS requested (id, url, author_id)
    )
    INSERT INTO link_cards AS known (id, url, requested_at, due_at, requested_by_id)
    SELECT link.id, link.url, ${now}, ${now}, link.author_id
    FROM link LEFT JOIN queued ON queued.author_id = link.author_id
    WHERE coalesce(queued.count, 0) + link.turn <= ${authorQueueMax}::int
      AND (SELECT coalesce(sum(count), 0) FROM queued) < ${queueMax}::int
    ORDER BY link.id
    ON CONFLICT (id) DO UPDATE SET requested_at = excluded.requested_at,
      due_at = CASE WHEN ${isExpired} THEN excluded.due_at ELSE known.due_at END,
      requested_by_id = CASE WHEN ${isExpired} THEN excluded.requested_by_id ELSE known.requested_by_id END
    WHERE ${isExpired} OR known.requested_at < ${new Date(now.getTime() - hourMs)}`);
}

/** Whether the queue accepts no further links of any author. */
export async function isQueueFull(database: Database): Promise<boolean> {
  const count = await database.linkCard.count({ where: { dueAt: { not: null } } });
  return count >= queueMax;
}

export interface ClaimedLink extends Link {
  /** Whether a public thread has it, or a message that another member has accepted. */
  isVisible: boolean;
}

/** A message request is accepted by its receiver, a group by the members who have joined it. */
const isAccepted = (message: Prisma.Sql) => sql`EXISTS (
  SELECT FROM conversation_members member
  WHERE member.conversation_id = ${message}.conversation_id AND member.request IS NULL
    AND member.user_id IS DISTINCT FROM ${message}.sender_id)`;

/**
 * Takes links from the queue: the oldest of each author first, then the second of each, so that one
 * author does not delay the cards of others. Each is taken once: until its card is stored, it counts
 * as failed. A link that is not visible counts as never requested, so that the next thread or message with it
 * requests it again.
 */
export async function claimDue(tx: Transaction, now: Date, limit: number): Promise<ClaimedLink[]> {
  const candidates = sql`
    SELECT id FROM (
      SELECT id, due_at, row_number() OVER (PARTITION BY requested_by_id ORDER BY due_at, id) AS turn
      FROM link_cards WHERE due_at <= ${now}
    ) waiting
    ORDER BY turn, due_at LIMIT ${limit}::int`;
  const links = await tx.query<Link>(sql`
    UPDATE link_cards
    SET due_at = NULL, requested_by_id = NULL, expires_at = ${new Date(now.getTime() + failureCachedMs)}
    WHERE id = ANY (ARRAY(
      SELECT id FROM link_cards WHERE id = ANY (ARRAY(${candidates})) AND due_at IS NOT NULL
      FOR UPDATE SKIP LOCKED))
    RETURNING id, url`);
  if (links.length === 0) return [];
  const visible = await findVisible(tx, links);
  await tx.linkCard.updateMany({
    where: { id: { in: links.flatMap(({ id }) => (visible.has(id) ? [] : [id])) } },
    data: { expiresAt: longAgo },
  });
  return links.map((link) => ({ ...link, isVisible: visible.has(link.id) }));
}

/**
 * A statement after the links were locked: it sees every decision that was committed before. Later decisions wait
 * for the lock and queue the links again.
 */
async function findVisible(tx: Transaction, links: readonly Link[]): Promise<ReadonlySet<string>> {
  const visible = await tx.query<{ id: string }>(sql`
    SELECT card.id FROM link_cards card
    WHERE card.id = ANY (${links.map(({ id }) => id)}::uuid[]) AND (EXISTS (
      SELECT FROM threads thread WHERE thread.link_card_id = card.id AND ${isOpenThread(sql`thread`)}
    ) OR EXISTS (
      SELECT FROM messages message WHERE message.link_card_id = card.id AND ${isAccepted(sql`message`)}
    ))`);
  return new Set(visible.map(({ id }) => id));
}

/** Puts a link back that was taken from the queue. */
export async function requeue(database: Database, id: string, now: Date): Promise<void> {
  await database.linkCard.updateMany({ where: { id }, data: { dueAt: now } });
}

/** Removes the content of a card whose page no longer exists; a trigger releases its image. */
export async function clearCard(database: Database, id: string): Promise<void> {
  const noImage = { imageKey: null, imageWidth: null, imageHeight: null, imageBlurhash: null };
  await database.linkCard.updateMany({
    where: { id },
    data: { title: null, description: null, isVideo: false, ...noImage },
  });
}

export async function storeCard(
  tx: Transaction,
  id: string,
  { title, description, isVideo }: PageSummary,
  image: CardImage | null,
  now: Date,
): Promise<void> {
  await tx.linkCard.update({
    where: { id },
    data: {
      title,
      description,
      isVideo,
      imageKey: image?.storageKey ?? null,
      imageWidth: image?.width ?? null,
      imageHeight: image?.height ?? null,
      imageBlurhash: image?.blurhash ?? null,
      expiresAt: new Date(now.getTime() + cachedMs),
    },
  });
}

/**
 * Examines the cards after `after` and deletes those that no thread or message has; a trigger marks their images
 * for deletion.
 * @returns the last card examined, null at the end
 */
export async function deleteUnused(
  database: Database,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<string | null> {
  const before = new Date(now.getTime() - unusedMs);
  const [examined] = await database.query<{ count: number; last: string | null }>(sql`
    WITH batch AS MATERIALIZED (
      SELECT id FROM link_cards WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}::int
    ), deleted AS (
      DELETE FROM link_cards card
      WHERE card.id = ANY (ARRAY(SELECT id FROM batch)) AND card.requested_at < ${before}
        AND NOT EXISTS (SELECT FROM threads thread WHERE thread.link_card_id = card.id)
        AND NOT EXISTS (SELECT FROM messages message WHERE message.link_card_id = card.id)
    )
    SELECT count(*)::int AS count, (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last FROM batch`);
  return examined?.count === limit ? examined.last : null;
}

/** Removes the images beyond `max`, of the links that were published least recently. */
export async function removeOldestImages(
  database: Database,
  { max, limit }: { max: number; limit: number },
): Promise<void> {
  await database.execute(sql`
    UPDATE link_cards SET image_key = NULL, image_width = NULL, image_height = NULL, image_blurhash = NULL
    WHERE id IN (
      SELECT id FROM link_cards WHERE image_key IS NOT NULL
      ORDER BY requested_at DESC, id OFFSET ${max}::int LIMIT ${limit}::int)`);
}

interface Unrequested {
  cardId: string;
  content: string;
  authorId: string | null;
}

interface UnrequestedKey {
  id: string;
  cardId: string | null;
}

/** The threads and messages from `after` to `before` in the order of their ids, whose links were never requested. */
export async function listUnrequested(
  database: Database,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<{ unrequested: Unrequested[]; last: string | null }> {
  const selectBatch = (table: Prisma.Sql, author: Prisma.Sql) => sql`(
    SELECT id, content, link_card_id, ${author} AS author_id FROM ${table} WHERE id > ${after}::uuid AND id < ${before}::uuid
    ORDER BY id LIMIT ${limit}::int)`;
  const rows = await database.query<Omit<Unrequested, 'cardId'> & UnrequestedKey>(sql`
    SELECT id, content, author_id AS "authorId", CASE WHEN NOT EXISTS (
      SELECT FROM link_cards card WHERE card.id = link_card_id) THEN link_card_id END AS "cardId"
    FROM (${selectBatch(sql`threads`, sql`author_id`)} UNION ALL ${selectBatch(sql`messages`, sql`sender_id`)}) published
    ORDER BY id LIMIT ${limit}::int`);
  return {
    unrequested: rows.flatMap(({ cardId, content, authorId }) =>
      cardId === null ? [] : [{ cardId, content, authorId }],
    ),
    last: rows.at(-1)?.id ?? null,
  };
}
