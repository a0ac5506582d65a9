import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { deleteMember, listMemberIds, lockGroup } from './groups.repository.ts';

const { sql } = Prisma;

const batchSize = 500;

/** A group that was changed, and its remaining members. */
export interface PurgedGroup {
  groupId: string;
  memberIds: readonly string[];
}

/** Ends one membership of a deleted account, with its reactions; null if there is none. */
export function leaveNextGroup(database: Database, userId: string): Promise<PurgedGroup | null> {
  return database.$transaction(async (tx) => {
    const [membership] = await tx.$queryRaw<{ groupId: string }[]>(sql`
      SELECT m.conversation_id AS "groupId" FROM conversation_members m
        JOIN conversations c ON c.id = m.conversation_id AND c.lower_id IS NULL
      WHERE m.user_id = ${userId}::uuid LIMIT 1`);
    if (membership === undefined) return null;
    const { groupId } = membership;
    await lockGroup(tx, groupId, userId);
    await tx.$executeRaw(sql`
      UPDATE messages SET reactions = nullif(reactions - ${userId}::text, '{}'), revision = revision + 1
      WHERE conversation_id = ${groupId}::uuid AND reactions ? ${userId}::text`);
    await deleteMember(tx, { groupId, userId }, null);
    return { groupId, memberIds: await listMemberIds(tx, groupId) };
  });
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
    const [first] = await tx.$queryRaw<{ groupId: string }[]>(sql`
      SELECT m.conversation_id AS "groupId" FROM messages m
        JOIN conversations c ON c.id = m.conversation_id AND c.lower_id IS NULL
      WHERE m.sender_id = ${userId}::uuid LIMIT 1`);
    if (first === undefined) return null;
    const { groupId } = first;
    await tx.$executeRaw(sql`
      SELECT FROM conversations WHERE id = ${groupId}::uuid FOR NO KEY UPDATE`);
    await tx.$executeRaw(sql`
      UPDATE messages m SET sender_id = NULL, client_message_id = NULL, content = '', reactions = NULL,
        shared_thread_id = NULL, link_card_id = NULL, mentions = NULL, revision = m.revision + 1,
        deleted_at = CASE WHEN m.type <> 'system' THEN coalesce(m.deleted_at, now()) END
      WHERE m.id IN (SELECT id FROM messages
        WHERE sender_id = ${userId}::uuid AND conversation_id = ${groupId}::uuid LIMIT ${batchSize}::int)`);
    await tx.$executeRaw(sql`
      UPDATE conversation_members own SET unread_count = (
        SELECT count(*)::int FROM messages
        WHERE conversation_id = own.conversation_id AND sender_id <> own.user_id AND deleted_at IS NULL
          AND type <> 'system' AND seq > greatest(own.read_seq, own.ignored_seq, own.cleared_seq))
      WHERE own.conversation_id = ${groupId}::uuid AND own.unread_count > 0`);
    return { groupId, memberIds: await listMemberIds(tx, groupId) };
  });
}
