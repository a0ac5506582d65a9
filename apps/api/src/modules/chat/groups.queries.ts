import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../domain/visibility.queries.ts';
import { selectRange } from './conversation-page.queries.ts';
import type { PagePosition } from './conversation-page.queries.ts';
import { countMembers } from './conversations.queries.ts';
import { draftOfMember } from './drafts.repository.ts';
import type { DraftRow } from './drafts.repository.ts';
import {
  contentColumns,
  groupConditions,
  hasReader,
  participant,
  selectGroup,
  visibleParticipant,
} from './messages.hydrator.ts';
import type { MessageRow, ParticipantRow } from './messages.hydrator.ts';

const { sql } = Prisma;

interface GroupDetailsRow extends ParticipantRow {
  createdAt: Date;
  isAdmin: boolean;
  inviteToken: string | null;
}

/** Null unless the viewer is a member. */
export async function findGroup(
  database: Database,
  viewerId: string,
  groupId: string,
): Promise<GroupDetailsRow | null> {
  const [group] = await database.query<GroupDetailsRow>(sql`
    SELECT c.id, grp.name, grp.picture_key AS "pictureKey", c.created_at AS "createdAt",
      own.is_admin AS "isAdmin", CASE WHEN own.is_admin THEN grp.invite_token END AS "inviteToken"
    FROM conversations c JOIN chat_groups grp ON grp.conversation_id = c.id
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
    WHERE c.id = ${groupId}::uuid`);
  return group ?? null;
}

/** The members of a group, for the users hydrator; `reference` is the last message that each has read. */
export function selectMembers(viewerId: string, groupId: string): Prisma.Sql {
  return sql`
    SELECT m.user_id, row_number() OVER (ORDER BY m.is_admin DESC, m.joined_seq, m.user_id)::int AS position,
      NULL::timestamptz AS since,
      CASE WHEN u.sends_read_receipts AND m.request IS NULL
          AND (SELECT sends_read_receipts FROM users WHERE id = ${viewerId}::uuid)
        THEN (SELECT id FROM messages read WHERE read.conversation_id = m.conversation_id
          AND read.seq = m.read_seq) END AS reference
    FROM conversation_members m JOIN users u ON u.id = m.user_id
    WHERE m.conversation_id = ${groupId}::uuid AND ${isActive(sql`u`)}`;
}

export interface MemberRole {
  userId: string;
  isAdmin: boolean;
  isPending: boolean;
  joinedAfter: string | null;
}

export function listRoles(database: Database, groupId: string): Promise<MemberRole[]> {
  return database.query<MemberRole>(sql`
    SELECT m.user_id AS "userId", m.is_admin AS "isAdmin", m.request IS NOT NULL AS "isPending",
      (SELECT id FROM messages WHERE conversation_id = m.conversation_id AND seq = m.joined_seq) AS "joinedAfter"
    FROM conversation_members m WHERE m.conversation_id = ${groupId}::uuid`);
}

export interface GroupPageRow {
  group: ParticipantRow;
  membersCount: number;
  isAdmin: boolean;
  isMuted: boolean;
  isMentionMuted: boolean;
  isIgnored: boolean;
  isPinned: boolean;
  isRequest: boolean;
  draft: DraftRow | null;
  lastSeq: number;
  clearedSeq: number;
  seenUpTo: string | null;
  fromSeq: number | null;
  toSeq: number | null;
  messages: MessageRow[];
}

interface StoredGroupPage extends Omit<GroupPageRow, 'messages'> {
  viewer: ParticipantRow;
  messages: (Omit<MessageRow, 'createdAt' | 'editedAt' | 'viewer' | 'group'> & {
    createdAt: string;
    editedAt: string | null;
  })[];
}

/** A page of the messages of a group, in one statement. Null unless the viewer is a member. */
export async function findGroupPage(
  database: Database,
  viewerId: string,
  groupId: string,
  { position, size }: { position: PagePosition; size: number },
): Promise<GroupPageRow | null> {
  const [row] = await database.query<StoredGroupPage>(sql`
    SELECT ${selectGroup(sql`grp`)} AS "group", ${countMembers} AS "membersCount",
      own.is_admin AS "isAdmin", own.is_muted AS "isMuted",
      own.is_mention_muted AS "isMentionMuted", own.is_ignored AS "isIgnored",
      own.pinned_at IS NOT NULL AS "isPinned", own.request IS NOT NULL AS "isRequest",
      ${draftOfMember} AS draft, c.last_seq AS "lastSeq", own.cleared_seq AS "clearedSeq", ${selectSeen(viewerId)} AS "seenUpTo",
      range.from_seq::int AS "fromSeq", range.to_seq::int AS "toSeq",
      ${visibleParticipant(sql`own_user`)} AS viewer,
      (SELECT coalesce(json_agg(message ORDER BY message.seq), '[]') FROM (
        SELECT m.seq, ${contentColumns(viewerId, groupConditions(viewerId))},
          m.sender_id AS "senderId", ${participant(viewerId, sql`partner`)} AS partner
        FROM messages m LEFT JOIN users partner ON partner.id = m.sender_id
          LEFT JOIN conversation_members other ON false
        WHERE m.conversation_id = own.conversation_id AND m.seq BETWEEN range.from_seq AND range.to_seq
      ) message) AS messages
    FROM conversations c JOIN chat_groups grp ON grp.conversation_id = c.id
      JOIN conversation_members own ON own.conversation_id = c.id AND own.user_id = ${viewerId}::uuid
      JOIN users own_user ON own_user.id = own.user_id
      CROSS JOIN LATERAL (${selectRange(position, size)}) range
    WHERE c.id = ${groupId}::uuid AND c.kind = 'group'`);
  if (row === undefined) return null;
  const { viewer, group } = row;
  const messages = row.messages.map(({ createdAt, editedAt, ...message }) => ({
    ...message,
    createdAt: new Date(createdAt),
    editedAt: editedAt === null ? null : new Date(editedAt),
    viewer,
    group,
  }));
  return { ...row, messages };
}

/** The last of the viewer's messages that another member has read. */
function selectSeen(viewerId: string): Prisma.Sql {
  return sql`(SELECT m.id FROM messages m
    WHERE m.conversation_id = c.id AND m.sender_id = own.user_id AND m.deleted_at IS NULL AND m.type <> 'system'
      AND own_user.sends_read_receipts AND m.seq > own.cleared_seq AND m.seq <= (
        SELECT max(reader.read_seq) FROM conversation_members reader
          JOIN users r ON r.id = reader.user_id AND r.sends_read_receipts
        WHERE reader.conversation_id = c.id AND reader.user_id <> ${viewerId}::uuid)
      AND ${hasReader(viewerId)}
    ORDER BY m.seq DESC LIMIT 1)`;
}
