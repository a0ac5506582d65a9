import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { userColumns } from '../users/index.ts';
import type { UserRow } from '../users/index.ts';
import { draftOfMember } from './drafts.repository.ts';
import type { DraftRow } from './drafts.repository.ts';
import { contentColumns, visibleParticipant, participant } from './messages.hydrator.ts';
import type { MessageRow, ParticipantRow } from './messages.hydrator.ts';
import { selectPermission } from './permission.queries.ts';
import type { ChatPermission } from './permission.queries.ts';

const { sql } = Prisma;

/**
 * The messages before a number, those after the newest `skip` ones, or those around or after a message,
 * given its id.
 */
export type PagePosition =
  { beforeSeq: number } | { skip: number } | { around: string } | { after: string };

/** A page of a conversation with all that its response contains. */
export interface ConversationPageRow extends ChatPermission {
  user: UserRow;
  partner: ParticipantRow;
  draft: DraftRow | null;
  /**
   * The numbers of the first and the last message of the page. Null when there is no conversation, or the
   * viewer does not see the message of the position in it.
   */
  fromSeq: number | null;
  toSeq: number | null;
  /** The oldest first. */
  messages: MessageRow[];
}

/** Members and visibility are read once, not for each message, with their time as text. */
interface StoredPage extends Omit<ConversationPageRow, 'messages'> {
  viewer: ParticipantRow;
  messages: (Omit<MessageRow, 'createdAt' | 'editedAt' | 'viewer' | 'partner'> & {
    createdAt: string;
    editedAt: string | null;
  })[];
}

/** In one statement. Null when the partner does not exist or is suspended. */
export async function findConversationPage(
  database: Database,
  viewerId: string,
  partnerId: string,
  { position, size }: { position: PagePosition; size: number },
): Promise<ConversationPageRow | null> {
  const [row] = await database.query<StoredPage>(
    selectPermission(viewerId, partnerId, {
      columns: sql`, (SELECT row_to_json(listed) FROM (SELECT ${userColumns(viewerId, sql`partner`)}) listed) AS user,
        range.from_seq::int AS "fromSeq", range.to_seq::int AS "toSeq",
        ${visibleParticipant(sql`own_user`)} AS viewer,
        ${participant(viewerId, sql`partner`)} AS partner, ${draftOfMember} AS draft,
        (SELECT coalesce(json_agg(message ORDER BY message.seq), '[]') FROM (
          SELECT m.seq, ${contentColumns(viewerId)} FROM messages m
          WHERE m.conversation_id = own.conversation_id AND m.seq BETWEEN range.from_seq AND range.to_seq
        ) message) AS messages`,
      joins: sql`
        JOIN users own_user ON own_user.id = ${viewerId}::uuid
        CROSS JOIN LATERAL (${selectRange(position, size)}) range`,
    }),
  );
  if (row === undefined) return null;
  const { viewer, ...page } = row;
  const { partner } = page;
  const messages = page.messages.map(({ createdAt, editedAt, ...message }) => ({
    ...message,
    createdAt: new Date(createdAt),
    editedAt: editedAt === null ? null : new Date(editedAt),
    viewer,
    partner,
  }));
  return { ...page, messages };
}

/** The numbers of the first and the last message of a page. Requires `c` and `own`. `least` ignores NULL, `+` does not. */
export function selectRange(position: PagePosition, size: number): Prisma.Sql {
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
