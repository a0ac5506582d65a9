import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import type { FederationEventType } from './federation-event-type.ts';
import { newId } from '../../platform/ids.ts';

/** Events about quotes across servers. The other events are in federation-writer.queries.ts. */

const { sql } = Prisma;

/** The quotes of deleted threads that servers are asked about. All others no longer find the approval. */
const revocationsMax = 1000;

/** Withdraws the approval of all quotes of threads of one author. Call it before the threads are deleted. */
export async function enqueueRevocationsOfDeleted(
  tx: Transaction,
  threadIds: readonly string[],
): Promise<void> {
  const quotes = await tx.query<{ id: string; authorId: string }>(sql`
    SELECT quote.id, quoted.author_id AS "authorId"
    FROM threads quoted JOIN threads quote ON quote.quoted_id = quoted.id
      JOIN users author ON author.id = quote.author_id
      JOIN users owner ON owner.id = quoted.author_id AND owner.deleted_at IS NULL
    WHERE quoted.id = ANY (${threadIds}::uuid[]) AND author.domain IS NOT NULL
    LIMIT ${revocationsMax}::int`);
  const [first] = quotes;
  if (first !== undefined) {
    const quoteIds = quotes.map(({ id }) => id);
    await enqueueQuoteRevocations(tx, first.authorId, quoteIds);
  }
}

/**
 * Asks other servers to remove threads of a local user from quotes by users of other servers, who had its approval. Call
 * it before the quotes are deleted.
 */
export async function enqueueQuoteRevocations(
  tx: Transaction,
  quotedAuthorId: string,
  quoteIds: readonly string[],
): Promise<void> {
  const ids = quoteIds.map(() => newId());
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT event.id, ${'revokeQuote' satisfies FederationEventType}, actor.id, author.id, quote.id::text
    FROM unnest(${ids}::uuid[], ${quoteIds}::uuid[]) event (id, quote_id)
      JOIN threads quote ON quote.id = event.quote_id
      JOIN users author ON author.id = quote.author_id, users actor
    WHERE author.domain IS NOT NULL AND actor.id = ${quotedAuthorId}::uuid AND actor.domain IS NULL`);
}

/** Asks the author of a thread on another server to approve a quote of a local user. */
export async function enqueueQuoteRequest(tx: Transaction, quoteId: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${'quoteRequest' satisfies FederationEventType}, quote.author_id, quoted.author_id, quote.id::text
    FROM quote_approvals approval JOIN threads quote ON quote.id = approval.thread_id
      JOIN threads quoted ON quoted.id = approval.quoted_id
    WHERE approval.thread_id = ${quoteId}::uuid`);
}

/** Ends the quotes of a user's threads by users of a server that the user has blocked. */
export async function enqueueServerBlock(
  tx: Transaction,
  userId: string,
  domain: string,
): Promise<void> {
  const data = {
    id: newId(),
    type: 'blockServer' satisfies FederationEventType,
    actorId: userId,
    reference: domain,
  };
  await tx.federationEvent.create({ data, select: { id: true } });
}
