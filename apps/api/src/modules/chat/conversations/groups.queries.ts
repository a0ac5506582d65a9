import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../../domain/visibility.queries.ts';
import type { GroupRow } from '../messages/messages.hydrator.ts';

const { sql } = Prisma;

export interface GroupDetailsRow extends GroupRow {
  id: string;
  createdAt: Date;
  isAdmin: boolean;
  inviteToken: string | null;
}

/** Null unless the viewer is a member. */
export async function findGroup(
  database: Database,
  viewerId: string,
  conversationId: string,
): Promise<GroupDetailsRow | null> {
  const [group] = await database.query<GroupDetailsRow>(sql`
    SELECT c.id, grp.name, grp.picture_key AS "pictureKey", c.created_at AS "createdAt",
      own.is_admin AS "isAdmin", CASE WHEN own.is_admin THEN grp.invite_token END AS "inviteToken"
    FROM conversations c JOIN chat_groups grp ON grp.conversation_id = c.id
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
    WHERE c.id = ${conversationId}::uuid`);
  return group ?? null;
}

/** The members of a group, for the users hydrator; `reference` is the last message that each has read. */
export function selectMembers(viewerId: string, conversationId: string): Prisma.Sql {
  return sql`
    SELECT m.user_id, row_number() OVER (ORDER BY m.is_admin DESC, m.joined_seq, m.user_id)::int AS position,
      NULL::timestamptz AS since,
      CASE WHEN u.sends_read_receipts AND m.request IS NULL
          AND (SELECT sends_read_receipts FROM users WHERE id = ${viewerId}::uuid)
        THEN (SELECT id FROM messages read WHERE read.conversation_id = m.conversation_id
          AND read.seq = m.read_seq) END AS reference
    FROM conversation_members m JOIN users u ON u.id = m.user_id
    WHERE m.conversation_id = ${conversationId}::uuid AND ${isActive(sql`u`)}`;
}

export interface MemberRole {
  userId: string;
  isAdmin: boolean;
  isPending: boolean;
  joinedAfter: string | null;
}

export function listRoles(database: Database, conversationId: string): Promise<MemberRole[]> {
  return database.query<MemberRole>(sql`
    SELECT m.user_id AS "userId", m.is_admin AS "isAdmin", m.request IS NOT NULL AS "isPending",
      (SELECT id FROM messages WHERE conversation_id = m.conversation_id AND seq = m.joined_seq) AS "joinedAfter"
    FROM conversation_members m WHERE m.conversation_id = ${conversationId}::uuid`);
}
