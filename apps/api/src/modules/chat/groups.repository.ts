import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  canAddToGroup,
  isActive,
  isBlockedBetween,
  isFollowing,
} from '../../domain/visibility.queries.ts';

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
  groupId: string,
  viewerId: string,
): Promise<LockedGroup | null> {
  await tx.query(sql`
    SELECT FROM conversations WHERE id = ${groupId}::uuid AND kind = 'group' FOR NO KEY UPDATE`);
  const [group] = await tx.query<LockedGroup>(sql`
    SELECT c.last_seq AS "lastSeq", count(*)::int AS "membersCount",
      (count(*) FILTER (WHERE m.is_admin))::int AS "adminsCount",
      bool_or(m.is_admin) FILTER (WHERE m.user_id = ${viewerId}::uuid) AS "isAdmin"
    FROM conversations c JOIN conversation_members m ON m.conversation_id = c.id
    WHERE c.id = ${groupId}::uuid AND c.kind = 'group' GROUP BY c.id`);
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

export interface Candidate {
  id: string;
  name: string;
  isMember: boolean;
  /** Another user may add them. */
  canBeAdded: boolean;
  hasDeclined: boolean;
  /** The group waits as a request. */
  isRequest: boolean;
}

/** Those of the users whom the viewer may know of. */
export function listCandidates(
  tx: Transaction,
  { groupId, viewerId, userIds }: { groupId: string; viewerId: string; userIds: readonly string[] },
): Promise<Candidate[]> {
  return tx.query<Candidate>(sql`
    SELECT u.id, u.name, member.user_id IS NOT NULL AS "isMember",
      ${canAddToGroup(viewerId, sql`u`)} AS "canBeAdded",
      coalesce(former.reason = 'declined', false) AS "hasDeclined",
      coalesce(former.reason = 'left', false) OR u.message_permission = 'requests'
        AND NOT ${isFollowing(sql`u.id`, sql`${viewerId}::uuid`)} AS "isRequest"
    FROM users u
      LEFT JOIN conversation_members member
        ON member.conversation_id = ${groupId}::uuid AND member.user_id = u.id
      LEFT JOIN group_departures former
        ON former.conversation_id = ${groupId}::uuid AND former.user_id = u.id
    WHERE u.id = ANY (${[...userIds]}::uuid[]) AND ${isActive(sql`u`)}
      AND NOT ${isBlockedBetween(viewerId, sql`u.id`)}
    ORDER BY u.id FOR KEY SHARE OF u`);
}

interface NewMember {
  id: string;
  isRequest: boolean;
}

/** They see the messages after `lastSeq`. */
export async function insertMembers(
  tx: Transaction,
  groupId: string,
  { members, lastSeq }: { members: readonly NewMember[]; lastSeq: number },
): Promise<void> {
  const ids = members.map(({ id }) => id);
  const pending = members.map(({ isRequest }) => isRequest);
  await tx.execute(sql`
    INSERT INTO conversation_members
      (conversation_id, user_id, joined_seq, cleared_seq, request)
    SELECT ${groupId}::uuid, id, ${lastSeq}::int, ${lastSeq}::int,
      CASE WHEN is_request THEN 'pending'::message_request END
    FROM unnest(${ids}::uuid[], ${pending}::boolean[]) AS added (id, is_request)`);
  await tx.execute(sql`
    DELETE FROM group_departures WHERE conversation_id = ${groupId}::uuid AND user_id = ANY (${ids}::uuid[])`);
  await changeVersion(tx, groupId);
}

export type Departure = 'left' | 'removed' | 'declined';

/** Returns the new admin if the last one has left. A group without members is deleted. */
export async function deleteMember(
  tx: Transaction,
  { groupId, userId }: { groupId: string; userId: string },
  reason: Departure | null,
): Promise<{ successorId: string | null }> {
  await tx.conversationMember.deleteMany({ where: { conversationId: groupId, userId } });
  await changeVersion(tx, groupId);
  if (reason !== null) {
    await tx.execute(sql`
      INSERT INTO group_departures (conversation_id, user_id, reason)
      VALUES (${groupId}::uuid, ${userId}::uuid, ${reason}::group_departure)
      ON CONFLICT (conversation_id, user_id) DO UPDATE SET reason = excluded.reason`);
  }
  const [successor] = await tx.query<{ id: string }>(sql`
    UPDATE conversation_members m SET is_admin = true
    WHERE m.conversation_id = ${groupId}::uuid AND m.user_id = (
      SELECT next.user_id FROM conversation_members next JOIN users u ON u.id = next.user_id
      WHERE next.conversation_id = ${groupId}::uuid
      ORDER BY ${isActive(sql`u`)} DESC, next.request IS NULL DESC, next.joined_seq, next.user_id LIMIT 1)
      AND NOT EXISTS (SELECT FROM conversation_members a
        WHERE a.conversation_id = ${groupId}::uuid AND a.is_admin)
    RETURNING m.user_id AS id`);
  await tx.execute(sql`
    DELETE FROM conversations c WHERE c.id = ${groupId}::uuid AND c.kind = 'group'
      AND NOT EXISTS (SELECT FROM conversation_members WHERE conversation_id = c.id)`);
  return { successorId: successor?.id ?? null };
}

async function changeVersion(tx: Transaction, groupId: string): Promise<void> {
  await tx.conversation.updateMany({
    where: { id: groupId },
    data: { membersVersion: { increment: 1 } },
  });
}

export interface MemberState {
  isAdmin: boolean;
  isPending: boolean;
}

export async function findMember(
  tx: Transaction,
  groupId: string,
  userId: string,
): Promise<MemberState | null> {
  const member = await tx.conversationMember.findFirst({
    where: { conversationId: groupId, userId },
    select: { isAdmin: true, request: true },
  });
  return member && { isAdmin: member.isAdmin, isPending: member.request !== null };
}

export async function storeAdmin(
  tx: Transaction,
  { groupId, userId }: { groupId: string; userId: string },
  isAdmin: boolean,
): Promise<void> {
  await tx.conversationMember.updateMany({
    where: { conversationId: groupId, userId },
    data: { isAdmin },
  });
}

/** Undefined fields stay unchanged. Returns whether the name has changed. */
export async function storeGroup(
  tx: Transaction,
  groupId: string,
  change: {
    name?: string | undefined;
    pictureKey?: string | null | undefined;
    inviteToken?: string | null;
  },
): Promise<{ hasNewName: boolean }> {
  const { name } = change;
  const before = await tx.chatGroup.findFirstOrThrow({
    where: { conversationId: groupId },
    select: { name: true },
  });
  await tx.chatGroup.update({
    where: { conversationId: groupId },
    data: {
      ...(name !== undefined && { name }),
      ...(change.pictureKey !== undefined && { pictureKey: change.pictureKey }),
      ...(change.inviteToken !== undefined && { inviteToken: change.inviteToken }),
    },
  });
  return { hasNewName: name !== undefined && name !== before.name };
}

/** Also those who have not accepted yet. */
export async function listMemberIds(
  database: Database | Transaction,
  groupId: string,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    sql`SELECT user_id AS id FROM conversation_members WHERE conversation_id = ${groupId}::uuid`,
  );
  return rows.map(({ id }) => id);
}

export interface Invitation {
  groupId: string;
  name: string;
  pictureKey: string | null;
  membersCount: number;
  isMember: boolean;
}

/** Null for an unknown token, and for users whom an admin has removed. */
export async function findInvitation(
  database: Database,
  viewerId: string,
  token: string,
): Promise<Invitation | null> {
  const [found] = await database.query<Invitation>(sql`
    SELECT g.conversation_id AS "groupId", g.name, g.picture_key AS "pictureKey",
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
