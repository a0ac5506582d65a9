import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { MemberKey } from '../members/members.repository.ts';

const { sql } = Prisma;

export type RequestDecision = 'accepted' | 'declined';

/**
 * Decides a pending request; false when there is none. Declining hides its messages. The
 * conversation is locked first, like when a message is sent.
 */
export async function decidePendingRequest(
  database: Database,
  { conversationId, userId }: MemberKey,
  decision: RequestDecision,
): Promise<boolean> {
  const change =
    decision === 'accepted'
      ? sql`request = NULL`
      : sql`request = 'declined', cleared_seq = conversation.last_seq, unread_count = 0,
          last_message_at = NULL, pinned_at = NULL`;
  const changed = await database.execute(sql`
    WITH conversation AS (
      SELECT id, last_seq FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE
    )
    UPDATE conversation_members own SET ${change} FROM conversation
    WHERE own.conversation_id = conversation.id AND own.user_id = ${userId}::uuid
      AND own.request = 'pending'`);
  return changed > 0;
}
