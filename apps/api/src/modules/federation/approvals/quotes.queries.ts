import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { FederationEventType } from '../../../domain/events/federation-event-type.ts';
import { canSee } from '../../../domain/visibility.queries.ts';
import { newId } from '../../../platform/ids.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';
import { instanceActorId } from '../../../domain/instance-actor.ts';
import { isKnownTo, isOpenAuthor } from '../threads/notes.queries.ts';
import type { AuthorizationRow } from './approval.serializer.ts';

const { sql } = Prisma;

/** The quotes of suspended servers that end at a time: each locks two threads. */
export const suspendedMax = 1000;

/** A quote whose author or quoted author is of another server. */
export interface StoredQuote {
  threadId: string;
  authorId: string;
  quotedId: string;
  quotedAuthorId: string;
  isApproved: boolean;
}

const storedQuote = sql`
  SELECT quote.id AS "threadId", quote.author_id AS "authorId", quoted.id AS "quotedId",
    quoted.author_id AS "quotedAuthorId", quote.quoted_id IS NOT NULL AS "isApproved"
  FROM quote_approvals approval JOIN threads quote ON quote.id = approval.thread_id
    JOIN threads quoted ON quoted.id = approval.quoted_id`;

const isExisting = sql`quote.deleted_at IS NULL AND quote.author_id IS NOT NULL
  AND quoted.deleted_at IS NULL AND quoted.author_id IS NOT NULL`;

/** Null also for a quote from which the author of the quoted thread has removed it. */
export async function findQuote(database: Database, threadId: string): Promise<StoredQuote | null> {
  const [row] = await database.query<StoredQuote>(sql`
    ${storedQuote} WHERE approval.thread_id = ${threadId}::uuid AND ${isExisting}`);
  return row ?? null;
}

/** The quotes that an approval of another server is about. */
export function listApprovedQuotes(
  database: Database,
  authorizationUri: string,
): Promise<StoredQuote[]> {
  return database.query<StoredQuote>(sql`
    ${storedQuote} WHERE approval.authorization_uri = ${authorizationUri} AND ${isExisting}`);
}

/** A thread that may be quoted. */
export interface QuotedThread {
  id: string;
  authorId: string;
  /** The ids of the documents of a thread of another server and its author; null for a local one. */
  uri: string | null;
  authorUri: string | null;
  /** Null if the other server knows no approval of quotes. */
  automatic: string[] | null;
}

export async function findQuoted(
  database: Database,
  threadId: string,
): Promise<QuotedThread | null> {
  const [row] = await database.query<QuotedThread>(sql`
    SELECT thread.id, thread.author_id AS "authorId", object.uri, actor.uri AS "authorUri",
      object.quote_automatic AS automatic
    FROM threads thread LEFT JOIN remote_objects object ON object.thread_id = thread.id
      LEFT JOIN remote_actors actor ON actor.user_id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL
      AND thread.author_id IS NOT NULL`);
  return row ?? null;
}

/** What a response repeats of a `QuoteRequest` of another server. */
export interface QuoteRequestAddresses {
  id: string;
  quoteUri: string;
  quotedId: string;
  /** The quote; null if it was not stored. */
  threadId: string | null;
}

interface QuoteResponse {
  /** The author of the quoted thread. */
  actorId: string;
  /** The author of the quote. */
  requesterId: string;
  request: QuoteRequestAddresses;
}

/** Responds to a request to quote a local thread, unless the requester may not see it. */
export async function enqueueQuoteResponse(
  tx: Transaction,
  { actorId, requesterId, request }: QuoteResponse,
): Promise<void> {
  const type = request.threadId === null ? 'rejectQuote' : 'acceptQuote';
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${type satisfies FederationEventType}, ${actorId}::uuid, requester.id, ${JSON.stringify(request)}
    FROM threads quoted JOIN users author ON author.id = quoted.author_id
      JOIN users requester ON requester.id = ${requesterId}::uuid
    WHERE quoted.id = ${request.quotedId}::uuid
      AND ${isKnownTo(sql`requester`, { thread: sql`quoted`, author: sql`author` })}`);
}

/** Whether a thread is a quote by or of another server. */
export async function hasApproval(database: Database, threadId: string): Promise<boolean> {
  return (await database.quoteApproval.count({ where: { threadId } })) > 0;
}

/** Whether the author of the quoted thread may see a quote that waits for an approval. */
export async function isSeenByQuotedAuthor(tx: Transaction, quoteId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT FROM quote_approvals approval JOIN threads quoted ON quoted.id = approval.quoted_id
      JOIN threads quote ON quote.id = approval.thread_id JOIN users author ON author.id = quote.author_id
    WHERE quote.id = ${quoteId}::uuid
      AND ${canSee(sql`quoted.author_id`, { thread: sql`quote`, author: sql`author` })}`);
  return rows.length > 0;
}

/** Whose quotes of local threads end. */
export type EndedQuotes =
  | { quotedAuthorId: string; actorUri: string }
  | { quotedAuthorId: string; domain: string }
  | 'suspended';

function selectEnded(ended: EndedQuotes): Prisma.Sql {
  if (ended === 'suspended') return sql`author.server_policy = 'suspended'`;
  const isOwn = sql`quoted.author_id = ${ended.quotedAuthorId}::uuid`;
  if ('domain' in ended) return sql`${isOwn} AND author.domain = ${ended.domain}`;
  return sql`${isOwn} AND author.id =
    (SELECT user_id FROM remote_actors WHERE uri = ${ended.actorUri})`;
}

interface EndedQuote {
  id: string;
  quotedId: string;
  quotedAuthorId: string;
}

/**
 * Removes local threads from quotes by users of other servers.
 * @returns the quotes
 */
export async function detachQuotes(tx: Transaction, ended: EndedQuotes): Promise<EndedQuote[]> {
  const quotes = await tx.query<EndedQuote>(sql`
    SELECT quote.id, quoted.id AS "quotedId", quoted.author_id AS "quotedAuthorId"
    FROM quote_approvals approval JOIN threads quote ON quote.id = approval.thread_id
      JOIN users author ON author.id = quote.author_id AND author.domain IS NOT NULL
      JOIN threads quoted ON quoted.id = quote.quoted_id
      JOIN users quoted_author ON quoted_author.id = quoted.author_id AND quoted_author.domain IS NULL
    WHERE ${selectEnded(ended)} LIMIT ${ended === 'suspended' ? suspendedMax : null}::int`);
  if (quotes.length === 0) return [];
  const ids = quotes.map(({ id }) => id);
  const quotedIds = quotes.map(({ quotedId }) => quotedId);
  // All statements lock threads in order of id. A thread of another server can be newer here than its quotes.
  await tx.query(sql`
    SELECT id FROM threads WHERE id = ANY (${[...ids, ...quotedIds]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`);
  await tx.execute(sql`
    WITH detached AS (
      UPDATE threads quote SET quoted_id = NULL, is_quote_detached = true
      FROM unnest(${ids}::uuid[], ${quotedIds}::uuid[]) pair (id, quoted_id)
      WHERE quote.id = pair.id AND quote.quoted_id = pair.quoted_id
      RETURNING pair.quoted_id
    )
    UPDATE threads SET quotes_count = quotes_count - counted.quotes
    FROM (SELECT quoted_id, count(*)::int AS quotes FROM detached GROUP BY quoted_id) counted
    WHERE id = counted.quoted_id`);
  await tx.quoteApproval.deleteMany({ where: { threadId: { in: ids } } });
  return quotes;
}

/** Ends the quotes of local threads by users of suspended servers. */
export async function enqueueSuspension(tx: Transaction): Promise<void> {
  const data = {
    id: newId(),
    type: 'suspendServers' satisfies FederationEventType,
    actorId: instanceActorId,
  };
  await tx.federationEvent.create({ data, select: { id: true } });
}

/** An approved quote of a local thread, whose approval other servers may read. */
export async function findQuoteAuthorization(
  database: Database,
  quoteId: string,
): Promise<AuthorizationRow | null> {
  const [row] = await database.query<AuthorizationRow>(sql`
    SELECT quote.id, object.uri, quoted.id AS "targetId", quoted.author_id AS "targetAuthorId"
    FROM threads quote JOIN threads quoted ON quoted.id = quote.quoted_id
      JOIN users author ON author.id = quoted.author_id
      LEFT JOIN remote_objects object ON object.thread_id = quote.id
    WHERE quote.id = ${quoteId}::uuid AND quote.deleted_at IS NULL AND quoted.deleted_at IS NULL
      AND ${isFederated(sql`author`)} AND ${isOpenAuthor(sql`author`)}`);
  return row ?? null;
}
