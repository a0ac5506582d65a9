import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import {
  canAddToGroup,
  isActive,
  isBlockedBetween,
  isFollowing,
} from '../../../domain/visibility.queries.ts';
import type { MemberKey } from './members.repository.ts';

const { sql } = Prisma;

export interface Candidate {
  id: string;
  name: string;
  /** An account of another server. */
  isRemote: boolean;
  isMember: boolean;
  /** Another user may add them. */
  canBeAdded: boolean;
  hasDeclined: boolean;
  /** The group waits as a request. */
  isRequest: boolean;
}

/** Returns the users that the viewer may know about. */
export function listCandidates(
  tx: Transaction,
  {
    conversationId,
    viewerId,
    userIds,
  }: { conversationId: string; viewerId: string; userIds: readonly string[] },
): Promise<Candidate[]> {
  return tx.query<Candidate>(sql`
    SELECT u.id, u.name, u.domain IS NOT NULL AS "isRemote", member.user_id IS NOT NULL AS "isMember",
      ${canAddToGroup(viewerId, sql`u`)} AS "canBeAdded",
      coalesce(former.reason = 'declined', false) AS "hasDeclined",
      coalesce(former.reason = 'left', false) OR u.message_permission = 'requests'
        AND NOT ${isFollowing(sql`u.id`, sql`${viewerId}::uuid`)} AS "isRequest"
    FROM users u
      LEFT JOIN conversation_members member
        ON member.conversation_id = ${conversationId}::uuid AND member.user_id = u.id
      LEFT JOIN group_departures former
        ON former.conversation_id = ${conversationId}::uuid AND former.user_id = u.id
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
  conversationId: string,
  { members, lastSeq }: { members: readonly NewMember[]; lastSeq: number },
): Promise<void> {
  const ids = members.map(({ id }) => id);
  const pending = members.map(({ isRequest }) => isRequest);
  await tx.execute(sql`
    INSERT INTO conversation_members
      (conversation_id, user_id, joined_seq, cleared_seq, request)
    SELECT ${conversationId}::uuid, id, ${lastSeq}::int, ${lastSeq}::int,
      CASE WHEN is_request THEN 'pending'::message_request END
    FROM unnest(${ids}::uuid[], ${pending}::boolean[]) AS added (id, is_request)`);
  await tx.execute(sql`
    DELETE FROM group_departures WHERE conversation_id = ${conversationId}::uuid AND user_id = ANY (${ids}::uuid[])`);
  await changeVersion(tx, conversationId);
}

export type Departure = 'left' | 'removed' | 'declined';

/** Returns the new admin if the last one has left. A group without members is deleted. */
export async function deleteMember(
  tx: Transaction,
  { conversationId, userId }: MemberKey,
  reason: Departure | null,
): Promise<{ successorId: string | null }> {
  await tx.conversationMember.deleteMany({ where: { conversationId, userId } });
  await changeVersion(tx, conversationId);
  if (reason !== null) {
    await tx.execute(sql`
      INSERT INTO group_departures (conversation_id, user_id, reason)
      VALUES (${conversationId}::uuid, ${userId}::uuid, ${reason}::group_departure)
      ON CONFLICT (conversation_id, user_id) DO UPDATE SET reason = excluded.reason`);
  }
  const [successor] = await tx.query<{ id: string }>(sql`
    UPDATE conversation_members m SET is_admin = true
    WHERE m.conversation_id = ${conversationId}::uuid AND m.user_id = (
      SELECT next.user_id FROM conversation_members next JOIN users u ON u.id = next.user_id
      WHERE next.conversation_id = ${conversationId}::uuid
      ORDER BY ${isActive(sql`u`)} DESC, next.request IS NULL DESC, next.joined_seq, next.user_id LIMIT 1)
      AND NOT EXISTS (SELECT FROM conversation_members a
        WHERE a.conversation_id = ${conversationId}::uuid AND a.is_admin)
    RETURNING m.user_id AS id`);
  await tx.execute(sql`
    DELETE FROM conversations c WHERE c.id = ${conversationId}::uuid AND c.kind = 'group'
      AND NOT EXISTS (SELECT FROM conversation_members WHERE conversation_id = c.id)`);
  return { successorId: successor?.id ?? null };
}

async function changeVersion(tx: Transaction, conversationId: string): Promise<void> {
  await tx.conversation.updateMany({
    where: { id: conversationId },
    data: { membersVersion: { increment: 1 } },
  });
}

export interface MemberState {
  isAdmin: boolean;
  isPending: boolean;
}

export async function findMember(
  tx: Transaction,
  { conversationId, userId }: MemberKey,
): Promise<MemberState | null> {
  const member = await tx.conversationMember.findFirst({
    where: { conversationId, userId },
    select: { isAdmin: true, request: true },
  });
  return member && { isAdmin: member.isAdmin, isPending: member.request !== null };
}

export async function storeAdmin(
  tx: Transaction,
  { conversationId, userId }: MemberKey,
  isAdmin: boolean,
): Promise<void> {
  await tx.conversationMember.updateMany({
    where: { conversationId, userId },
    data: { isAdmin },
  });
}
