import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { MemberKey } from '../members/members.repository.ts';
import { selectReplyTo } from '../messages/messages.hydrator.ts';
import type { ReplyToRow } from '../messages/messages.hydrator.ts';

const { sql } = Prisma;

/** The unsent message of a member. */
export interface DraftRow {
  text: string;
  replyTo: ReplyToRow | null;
  revision: number;
}

export interface DraftChange {
  text: string;
  replyToId?: string | null | undefined;
}

/** Selects a `DraftRow` of the membership `own`, or NULL. */
export const draftOfMember = sql`(
  SELECT json_build_object('text', m.text, 'revision', m.revision, 'replyTo', ${selectReplyTo(sql`own.cleared_seq`)})
  FROM message_drafts m WHERE m.conversation_id = own.conversation_id AND m.user_id = own.user_id)`;

const selectOwn = ({ conversationId, userId }: MemberKey) => sql`conversation_members own
  WHERE own.conversation_id = ${conversationId}::uuid AND own.user_id = ${userId}::uuid`;

/** Null without a draft. */
export async function findDraft(database: Database, key: MemberKey): Promise<DraftRow | null> {
  const [row] = await database.query<{ draft: DraftRow | null }>(
    sql`SELECT ${draftOfMember} AS draft FROM ${selectOwn(key)}`,
  );
  return row?.draft ?? null;
}

/**
 * The last change wins. The row of an empty draft remains, so that revisions increase. Returns the revision; null
 * without a membership.
 */
export async function storeDraft(
  database: Database,
  key: MemberKey,
  { text, replyToId = null }: DraftChange,
): Promise<number | null> {
  const [row] = await database.query<{ revision: number }>(sql`
    INSERT INTO message_drafts AS known (conversation_id, user_id, text, reply_to_seq)
    SELECT own.conversation_id, own.user_id, ${text}, (SELECT quoted.seq FROM messages quoted
      WHERE quoted.id = ${replyToId}::uuid AND quoted.conversation_id = own.conversation_id
        AND quoted.seq > own.cleared_seq)
    FROM ${selectOwn(key)}
    ON CONFLICT (conversation_id, user_id) DO UPDATE SET text = excluded.text,
      reply_to_seq = excluded.reply_to_seq, revision = known.revision + 1
    RETURNING revision`);
  return row?.revision ?? null;
}
