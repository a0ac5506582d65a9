import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { ViewedConversation } from './conversation.queries.ts';
import { toDirectId, toPairKey } from './direct-pair.ts';

const { sql } = Prisma;

/**
 * Stores the direct conversation of two users with its members, if necessary, and returns its id. Null when one of
 * the two accounts does not exist any more. Locks both accounts first, as sending does.
 */
export async function storeDirect(
  database: Database | Transaction,
  viewerId: string,
  otherId: string,
): Promise<string | null> {
  const pairKey = toPairKey(viewerId, otherId);
  const users = sql`users WHERE id IN (${viewerId}::uuid, ${otherId}::uuid) ORDER BY id`;
  // The statement has no conflict target: a concurrent statement may store the same id and the same key.
  await database.execute(sql`
    WITH pair AS (SELECT id FROM ${users} FOR KEY SHARE)
    INSERT INTO conversations (id, kind, pair_key)
    SELECT ${toDirectId(pairKey)}::uuid, 'direct', ${pairKey} WHERE (SELECT count(*) FROM pair) = 2
    ON CONFLICT DO NOTHING`);
  const [stored] = await database.query<{ id: string }>(sql`
    WITH conversation AS (SELECT id FROM conversations WHERE pair_key = ${pairKey}), member AS (
      INSERT INTO conversation_members (conversation_id, user_id)
      SELECT conversation.id, pair.id FROM conversation, (SELECT id FROM ${users}) pair
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM conversation`);
  return stored?.id ?? null;
}

/** The id of a conversation that is stored now; null when the account of the other member does not exist any more. */
export async function ensureStored(
  database: Database | Transaction,
  viewerId: string,
  { id, membership, other }: ViewedConversation,
): Promise<string | null> {
  return membership === null && other !== null ? storeDirect(database, viewerId, other.id) : id;
}
