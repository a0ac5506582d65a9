import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import type { FederationEventType } from './federation-event-type.ts';
import { newId } from '../../platform/ids.ts';

/** What the server of a message's receiver must learn, as in `federation-writer.queries.ts`. */

const { sql } = Prisma;

/** A CTE for a statement that provides `message` with `remote_id`: sends it to a receiver on another server. */
export function enqueueNewMessage(): Prisma.Sql {
  return sql`federated AS (
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${'createMessage' satisfies FederationEventType}, message.sender_id, message.remote_id, message.id::text
    FROM message WHERE message.remote_id IS NOT NULL
  )`;
}

/** Informs a receiver on another server about an edited or deleted message of a local user. */
export async function enqueueMessageChange(
  tx: Transaction,
  type: 'updateMessage' | 'deleteMessage',
  messageId: string,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${type satisfies FederationEventType}, sender.id, receiver.id, message.id::text
    FROM messages message JOIN users sender ON sender.id = message.sender_id AND sender.domain IS NULL
      JOIN conversations ON conversations.id = message.conversation_id AND kind = 'direct'
      JOIN conversation_members theirs
        ON theirs.conversation_id = conversations.id AND theirs.user_id <> sender.id
      JOIN users receiver ON receiver.id = theirs.user_id AND receiver.domain IS NOT NULL
    WHERE message.id = ${messageId}::uuid`);
}
