import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { lockGroup } from '../conversations/groups.repository.ts';
import { deleteMember } from './group-members.repository.ts';
import { countUnreadAfter, listMemberIds } from './members.repository.ts';

const { sql } = Prisma;

const batchSize = 500;
/** Replaces the id of a deleted account. */
const nilId = '00000000-0000-0000-0000-000000000000';

/** A group that was changed, and its remaining members. */
export interface PurgedGroup {
  conversationId: string;
  memberIds: string[];
}

/** Ends one membership of a deleted account; null if there is none. */
export function leaveNextGroup(database: Database, userId: string): Promise<PurgedGroup | null> {
  return database.$transaction(async (tx) => {
    const [membership] = await tx.query<{ conversationId: string }>(sql`
      SELECT m.conversation_id AS "conversationId" FROM conversation_members m
        JOIN conversations c ON c.id = m.conversation_id AND c.kind = 'group'
      WHERE m.user_id = ${userId}::uuid LIMIT 1`);
    if (membership === undefined) return null;
    const { conversationId } = membership;
    await lockGroup(tx, conversationId, userId);
    await forgetInMessages(tx, { conversationId, userId });
    await deleteMember(tx, { conversationId, userId }, null);
    return { conversationId, memberIds: await listMemberIds(tx, conversationId) };
  });
}

/** Removes what one group that a deleted account has left contains about it; null if there is none. */
export function forgetInNextGroup(database: Database, userId: string): Promise<PurgedGroup | null> {
  return database.$transaction(async (tx) => {
    const departure = await tx.formerGroupMember.findFirst({ where: { userId } });
    if (departure === null) return null;
    const { conversationId } = departure;
    await tx.execute(sql`
      SELECT FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE`);
    await forgetInMessages(tx, { conversationId, userId });
    await tx.formerGroupMember.deleteMany({ where: { conversationId, userId } });
    return { conversationId, memberIds: await listMemberIds(tx, conversationId) };
  });
}

/** Reactions, mentions and events with the id of the user. An event keeps the place of a deleted account. */
async function forgetInMessages(
  tx: Transaction,
  { conversationId, userId }: { conversationId: string; userId: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE messages SET reactions = nullif(reactions - ${userId}::text, '{}'),
      mentions = nullif(array_remove(mentions, ${userId}::uuid), '{}'),
      event = replace(event::text, ${userId}, ${nilId})::jsonb, revision = revision + 1
    WHERE conversation_id = ${conversationId}::uuid AND (reactions ? ${userId}::text
      OR ${userId}::uuid = ANY (mentions) OR event->'userIds' ? ${userId}::text)`);
}

/**
 * Removes the sender and content of a batch of group messages of a deleted account; null if there are none. The
 * rows remain, because the messages of a group are numbered without gaps.
 */
export function releaseGroupMessages(
  database: Database,
  userId: string,
): Promise<PurgedGroup | null> {
  return database.$transaction(async (tx) => {
    const [first] = await tx.query<{ conversationId: string }>(sql`
      SELECT m.conversation_id AS "conversationId" FROM messages m
        JOIN conversations c ON c.id = m.conversation_id AND c.kind = 'group'
      WHERE m.sender_id = ${userId}::uuid LIMIT 1`);
    if (first === undefined) return null;
    const { conversationId } = first;
    await tx.execute(sql`
      SELECT FROM conversations WHERE id = ${conversationId}::uuid FOR NO KEY UPDATE`);
    await tx.execute(sql`
      UPDATE messages m SET sender_id = NULL, client_message_id = NULL, content = '', reactions = NULL,
        shared_thread_id = NULL, link_card_id = NULL, mentions = NULL, revision = m.revision + 1,
        deleted_at = CASE WHEN m.type <> 'system' THEN coalesce(m.deleted_at, now()) END
      WHERE m.id IN (SELECT id FROM messages
        WHERE sender_id = ${userId}::uuid AND conversation_id = ${conversationId}::uuid LIMIT ${batchSize}::int)`);
    await tx.execute(sql`
      UPDATE conversation_members own SET unread_count = ${countUnreadAfter(sql`own.read_seq`)}
      WHERE own.conversation_id = ${conversationId}::uuid AND own.unread_count > 0`);
    return { conversationId, memberIds: await listMemberIds(tx, conversationId) };
  });
}
