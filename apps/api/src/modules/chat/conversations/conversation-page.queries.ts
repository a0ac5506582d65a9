import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { userColumns } from '../../users/index.ts';
import type { UserRow } from '../../users/index.ts';
import { draftOfMember } from '../drafts/drafts.repository.ts';
import type { DraftRow } from '../drafts/drafts.repository.ts';
import {
  contentColumns,
  countMembers,
  hasReader,
  participant,
  selectGroup,
  visibleParticipant,
} from '../messages/messages.hydrator.ts';
import type { GroupRow, MessageRow, ParticipantRow } from '../messages/messages.hydrator.ts';
import { selectConversation, withId } from './conversation.queries.ts';
import type { ViewedConversation } from './conversation.queries.ts';

const { sql } = Prisma;

/**
 * The messages before a number, those after the newest `skip` ones, or those around or after a message,
 * given its id.
 */
export type PagePosition =
  { beforeSeq: number } | { skip: number } | { around: string } | { after: string };

/** What a page contains besides its messages. */
interface PageFields {
  /** Null in a group. */
  user: UserRow | null;
  group: GroupRow | null;
  membersCount: number;
  /** The viewer's last visible message that another member has read. */
  seenUpTo: string | null;
  draft: DraftRow | null;
  /**
   * The numbers of the first and the last message of the page. Null when the conversation is not stored yet, or the
   * viewer does not see the message of the position in it.
   */
  fromSeq: number | null;
  toSeq: number | null;
  /** The other member of a direct conversation. */
  counterpart: ParticipantRow | null;
}

/** A page of a conversation. The oldest message is first. */
export type ConversationPageRow = ViewedConversation & PageFields & { messages: MessageRow[] };

/** Members are read once, not for each message. The times are texts. */
type StoredPage = ViewedConversation &
  PageFields & {
    viewer: ParticipantRow;
    messages: (Omit<MessageRow, 'createdAt' | 'editedAt' | 'viewer' | 'other' | 'group'> & {
      other: ParticipantRow | null;
      createdAt: string;
      editedAt: string | null;
    })[];
  };

/** In one statement. Null as for `findConversation`. */
export async function findConversationPage(
  database: Database,
  viewerId: string,
  id: string,
  { position, size }: { position: PagePosition; size: number },
): Promise<ConversationPageRow | null> {
  const [row] = await database.query<StoredPage>(
    selectConversation(viewerId, id, {
      columns: sql`, CASE WHEN other.id IS NOT NULL THEN
          (SELECT row_to_json(listed) FROM (SELECT ${userColumns(viewerId, sql`other`)}) listed) END AS user,
        CASE WHEN c.kind = 'group' THEN ${selectGroup(sql`grp`)} END AS "group", ${countMembers} AS "membersCount",
        CASE WHEN c.kind = 'group' THEN ${selectSeenInGroup(viewerId)} ELSE ${seenByOther} END AS "seenUpTo",
        range.from_seq::int AS "fromSeq", range.to_seq::int AS "toSeq",
        ${visibleParticipant(sql`viewer`)} AS viewer,
        CASE WHEN other.id IS NOT NULL THEN ${participant(viewerId, sql`other`)} END AS counterpart,
        ${draftOfMember} AS draft,
        (SELECT coalesce(json_agg(message ORDER BY message.seq), '[]') FROM (
          SELECT m.seq, m.conversation_id AS "conversationId", m.sender_id AS "senderId", ${contentColumns(viewerId)},
            CASE WHEN c.kind = 'group' THEN ${participant(viewerId, sql`other`)} END AS other
          FROM messages m LEFT JOIN users other ON c.kind = 'group' AND other.id = m.sender_id
          WHERE m.conversation_id = own.conversation_id AND m.seq BETWEEN range.from_seq AND range.to_seq
        ) message) AS messages`,
      joins: sql`LEFT JOIN chat_groups grp ON c.kind = 'group' AND grp.conversation_id = c.id
        CROSS JOIN LATERAL (${selectRange(position, size)}) range`,
    }),
  );
  if (row === undefined) return null;
  const { viewer, ...page } = withId(viewerId, row);
  const { group, counterpart } = page;
  const messages = page.messages.map(({ createdAt, editedAt, ...message }) => ({
    ...message,
    createdAt: new Date(createdAt),
    editedAt: editedAt === null ? null : new Date(editedAt),
    viewer,
    other: message.other ?? counterpart ?? viewer,
    group,
  }));
  return { ...page, messages };
}

const seenByOther = sql`(SELECT id FROM messages
  WHERE conversation_id = c.id AND sender_id = own.user_id AND deleted_at IS NULL
    AND seq <= least(theirs.read_seq, own.last_sent_seq) AND seq > own.cleared_seq
  ORDER BY seq DESC LIMIT 1)`;

function selectSeenInGroup(viewerId: string): Prisma.Sql {
  return sql`(SELECT m.id FROM messages m
    WHERE m.conversation_id = c.id AND m.sender_id = own.user_id AND m.deleted_at IS NULL AND m.type <> 'system'
      AND viewer.sends_read_receipts AND m.seq > own.cleared_seq AND m.seq <= (
        SELECT max(reader.read_seq) FROM conversation_members reader
          JOIN users r ON r.id = reader.user_id AND r.sends_read_receipts
        WHERE reader.conversation_id = c.id AND reader.user_id <> ${viewerId}::uuid)
      AND ${hasReader(viewerId)}
    ORDER BY m.seq DESC LIMIT 1)`;
}

/** The numbers of the first and the last message of a page. Requires `c` and `own`. `least` ignores NULL, `+` does not. */
function selectRange(position: PagePosition, size: number): Prisma.Sql {
  if ('after' in position) {
    return sql`SELECT target.seq + 1 AS from_seq, target.seq + least(${size}::int, c.last_seq - target.seq) AS to_seq
      FROM (${selectSeq(position.after)}) target`;
  }
  const end = selectEnd(position, size);
  return sql`SELECT to_seq, greatest(to_seq - ${size}::int, own.cleared_seq) + 1 AS from_seq
    FROM (SELECT ${end} AS to_seq) page_end`;
}

function selectEnd(position: Exclude<PagePosition, { after: string }>, size: number): Prisma.Sql {
  if ('skip' in position) return sql`c.last_seq - ${position.skip}::bigint`;
  if ('beforeSeq' in position) return sql`least(${position.beforeSeq}::int - 1, c.last_seq)`;
  const half = Math.floor(size / 2);
  return sql`(SELECT target.seq + least(
      greatest(${half}::int, own.cleared_seq + ${size}::int - target.seq), c.last_seq - target.seq)
    FROM (${selectSeq(position.around)}) target)`;
}

/** The number of a message that the viewer still sees in the conversation; otherwise NULL. */
function selectSeq(messageId: string): Prisma.Sql {
  return sql`SELECT (SELECT m.seq FROM messages m WHERE m.id = ${messageId}::uuid
    AND m.conversation_id = own.conversation_id AND m.seq > own.cleared_seq) AS seq`;
}
