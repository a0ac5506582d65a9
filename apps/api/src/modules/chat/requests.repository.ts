import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../domain/visibility.queries.ts';
import { isBetween } from './permission.queries.ts';
import type { MessageRequest } from './permission.queries.ts';

const { sql } = Prisma;

export type RequestDecision = 'accepted' | 'declined';

/**
 * Decides a pending request; false when there is none. Declining hides its messages. The
 * conversation is locked first, like when a message is sent.
 */
export async function decidePendingRequest(
  database: Database,
  { viewerId, partnerId }: { viewerId: string; partnerId: string },
  decision: RequestDecision,
): Promise<boolean> {
  const change =
    decision === 'accepted'
      ? sql`request = NULL`
      : sql`request = 'declined', cleared_seq = conversation.last_seq, unread_count = 0,
          last_message_at = NULL, pinned_at = NULL`;
  const changed = await database.execute(sql`
    WITH conversation AS (
      SELECT c.id, c.last_seq FROM conversations c WHERE ${isBetween(viewerId, partnerId)}
      FOR NO KEY UPDATE
    )
    UPDATE conversation_members own SET ${change} FROM conversation
    WHERE own.conversation_id = conversation.id AND own.user_id = ${viewerId}::uuid
      AND own.request = 'pending'`);
  return changed > 0;
}

/** The state of the messages that a user has sent to the viewer; null when there are none. */
export async function findRequest(
  database: Database,
  viewerId: string,
  partnerId: string,
): Promise<{ request: MessageRequest | null } | null> {
  const [found] = await database.query<{ request: MessageRequest | null }>(sql`
    SELECT own.request FROM conversations c
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
      JOIN conversation_members other ON other.conversation_id = c.id
        AND other.user_id = ${partnerId}::uuid AND other.last_sent_seq > 0
      JOIN users partner ON partner.id = other.user_id AND ${isActive(sql`partner`)}
    WHERE ${isBetween(viewerId, partnerId)}`);
  return found ?? null;
}
