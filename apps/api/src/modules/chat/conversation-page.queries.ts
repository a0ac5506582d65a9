import { Prisma, queryRows } from '@skein/db';
import type { Database } from '@skein/db';
import { userColumns } from '../users/index.ts';
import type { UserRow } from '../users/index.ts';
import { contentColumns, visibleParticipant, participant } from './messages.hydrator.ts';
import type { MessageRow, ParticipantRow } from './messages.hydrator.ts';
import { selectPermission } from './permission.queries.ts';
import type { ChatPermission } from './permission.queries.ts';

const { sql } = Prisma;

/** The messages before a number, or those after the newest `skip` ones. */
export type PagePosition = { beforeSeq: number } | { skip: number };

/** A page of a conversation with all that its response contains. */
export interface ConversationPageRow extends ChatPermission {
  user: UserRow;
  /** The number of the first message of the page. Null when there is no conversation. */
  fromSeq: number | null;
  /** The oldest first. */
  messages: MessageRow[];
}

/** Members and visibility are read once, not for each message, with their time as text. */
interface StoredPage extends Omit<ConversationPageRow, 'messages'> {
  viewer: ParticipantRow;
  partner: ParticipantRow;
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
  const toSeq =
    'beforeSeq' in position
      ? sql`least(${position.beforeSeq}::int - 1, c.last_seq)`
      : sql`c.last_seq - ${position.skip}::bigint`;
  const [row] = await queryRows<StoredPage>(
    database,
    selectPermission(viewerId, partnerId, {
      columns: sql`, (SELECT row_to_json(listed) FROM (SELECT ${userColumns(viewerId, sql`partner`)}) listed) AS user,
        range.from_seq::int AS "fromSeq", ${visibleParticipant(sql`own_user`)} AS viewer,
        ${participant(viewerId, sql`partner`)} AS partner,
        (SELECT coalesce(json_agg(message ORDER BY message.seq), '[]') FROM (
          SELECT m.seq, ${contentColumns(viewerId)} FROM messages m
          WHERE m.conversation_id = own.conversation_id AND m.seq BETWEEN range.from_seq AND range.to_seq
        ) message) AS messages`,
      joins: sql`
        JOIN users own_user ON own_user.id = ${viewerId}::uuid
        CROSS JOIN LATERAL (SELECT ${toSeq} AS to_seq,
          greatest(${toSeq} - ${size}::int, own.cleared_seq) + 1 AS from_seq) range`,
    }),
  );
  if (row === undefined) return null;
  const { viewer, partner, ...page } = row;
  const messages = page.messages.map(({ createdAt, editedAt, ...message }) => ({
    ...message,
    createdAt: new Date(createdAt),
    editedAt: editedAt === null ? null : new Date(editedAt),
    viewer,
    partner,
  }));
  return { ...page, messages };
}
