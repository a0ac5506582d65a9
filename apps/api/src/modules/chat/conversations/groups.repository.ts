import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** A group that is locked until the commit. */
export interface LockedGroup {
  lastSeq: number;
  membersCount: number;
  adminsCount: number;
  /** Null unless the viewer is a member. */
  isAdmin: boolean | null;
}

/** Locks a group like the sending of a message does, so that its members and messages do not change. */
export async function lockGroup(
  tx: Transaction,
  conversationId: string,
  viewerId: string,
): Promise<LockedGroup | null> {
  await tx.query(sql`
    SELECT FROM conversations WHERE id = ${conversationId}::uuid AND kind = 'group' FOR NO KEY UPDATE`);
  const [group] = await tx.query<LockedGroup>(sql`
    SELECT c.last_seq AS "lastSeq", count(*)::int AS "membersCount",
      (count(*) FILTER (WHERE m.is_admin))::int AS "adminsCount",
      bool_or(m.is_admin) FILTER (WHERE m.user_id = ${viewerId}::uuid) AS "isAdmin"
    FROM conversations c JOIN conversation_members m ON m.conversation_id = c.id
    WHERE c.id = ${conversationId}::uuid AND c.kind = 'group' GROUP BY c.id`);
  return group ?? null;
}

/** With the creator as the only member. */
export async function insertGroup(
  tx: Transaction,
  { id, name, creatorId }: { id: string; name: string; creatorId: string },
): Promise<void> {
  await tx.conversation.create({ data: { id, kind: 'group' } });
  await tx.chatGroup.create({ data: { conversationId: id, name } });
  await tx.conversationMember.create({
    data: { conversationId: id, userId: creatorId, isAdmin: true },
  });
}

/** Undefined fields stay unchanged. Returns whether the name has changed. */
export async function storeGroup(
  tx: Transaction,
  conversationId: string,
  change: {
    name?: string | undefined;
    pictureKey?: string | null | undefined;
    inviteToken?: string | null;
  },
): Promise<{ hasNewName: boolean }> {
  const { name } = change;
  const before = await tx.chatGroup.findFirstOrThrow({
    where: { conversationId },
    select: { name: true },
  });
  await tx.chatGroup.update({
    where: { conversationId },
    data: {
      ...(name !== undefined && { name }),
      ...(change.pictureKey !== undefined && { pictureKey: change.pictureKey }),
      ...(change.inviteToken !== undefined && { inviteToken: change.inviteToken }),
    },
  });
  return { hasNewName: name !== undefined && name !== before.name };
}

export interface Invitation {
  conversationId: string;
  name: string;
  pictureKey: string | null;
  membersCount: number;
  isMember: boolean;
}

/** Null for an unknown token, and for users that an admin has removed. */
export async function findInvitation(
  database: Database,
  viewerId: string,
  token: string,
): Promise<Invitation | null> {
  const [found] = await database.query<Invitation>(sql`
    SELECT g.conversation_id AS "conversationId", g.name, g.picture_key AS "pictureKey",
      (SELECT count(*)::int FROM conversation_members m WHERE m.conversation_id = g.conversation_id)
        AS "membersCount",
      EXISTS (SELECT FROM conversation_members m WHERE m.conversation_id = g.conversation_id
        AND m.user_id = ${viewerId}::uuid) AS "isMember"
    FROM chat_groups g
    WHERE g.invite_token = ${token} AND NOT EXISTS (SELECT FROM group_departures former
      WHERE former.conversation_id = g.conversation_id AND former.user_id = ${viewerId}::uuid
        AND former.reason = 'removed')`);
  return found ?? null;
}
