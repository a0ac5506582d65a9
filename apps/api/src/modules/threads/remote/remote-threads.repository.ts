import type { Focus, MediaType } from '@skein/contracts/media';
import type { ReplyPermission, RichTextNode } from '@skein/contracts/threads';
import { emojiMark } from '@skein/contracts/text';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { enqueueReleasedReplies } from '../../../domain/events/federation-writer.queries.ts';
import { newId } from '../../../platform/ids.ts';

const { sql } = Prisma;

/** A file of a thread of another server. */
export interface RemoteAttachment {
  type: MediaType;
  url: string;
  mimeType: string | null;
  altText: string | null;
  blurhash: string | null;
  focus: Focus | null;
  width: number | null;
  height: number | null;
}

/** A poll with the results that the other server has counted. */
export interface RemotePoll {
  multiple: boolean;
  expiresAt: Date;
  votersCount: number;
  options: { text: string; votesCount: number }[];
}

/** What is stored besides the thread itself. */
export interface RemoteDetails {
  uri: string;
  url: string | null;
  richText: RichTextNode[] | null;
  hasEntry: boolean;
  attachments: readonly RemoteAttachment[];
  poll: RemotePoll | null;
  /** Who may quote it; null if the other server knows no approval of quotes. */
  quotePolicy: QuotePolicy | null;
  replyPermission: ReplyPermission;
  /** How its author is asked to approve a reply; null if everyone may reply. */
  replyApproval: ReplyApproval | null;
}

/** Earlier software knows no requests: it is sent the reply. */
export type ReplyApproval = 'request' | 'create';

/** Kinds of users, and ids of users of this server. */
export interface QuotePolicy {
  automatic: string[];
  manual: string[];
}

/** Returns false if the thread is stored already. */
export async function insertRemoteObject(
  tx: Transaction,
  threadId: string,
  { uri, url, richText, hasEntry, quotePolicy, replyApproval }: RemoteDetails,
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO remote_objects (thread_id, uri, url, rich_text, has_entry, quote_automatic, quote_manual,
      reply_approval)
    VALUES (${threadId}::uuid, ${uri}, ${url}, ${toJson(richText)}::jsonb, ${hasEntry},
      ${quotePolicy?.automatic ?? null}::text[], ${quotePolicy?.manual ?? null}::text[],
      ${replyApproval})
    ON CONFLICT DO NOTHING`);
  return inserted > 0;
}

export async function updateRemoteObject(
  tx: Transaction,
  threadId: string,
  { url, richText, quotePolicy, replyPermission, replyApproval }: RemoteDetails,
): Promise<void> {
  // The last part reads the row as it was before the update, so it sees whether an approval was necessary.
  const released = await tx.query<{ id: string; authorId: string }>(sql`
    WITH thread AS (
      UPDATE threads SET reply_permission = ${replyPermission}::reply_permission
      WHERE id = ${threadId}::uuid AND reply_permission <> ${replyPermission}::reply_permission
    ), object AS (
      UPDATE remote_objects SET url = ${url}, rich_text = ${toJson(richText)}::jsonb,
        quote_automatic = ${quotePolicy?.automatic ?? null}::text[],
        quote_manual = ${quotePolicy?.manual ?? null}::text[], reply_approval = ${replyApproval}
      WHERE thread_id = ${threadId}::uuid
    )
    SELECT reply.id, reply.author_id AS "authorId"
    FROM remote_objects before JOIN threads reply ON reply.parent_id = before.thread_id
      JOIN reply_approvals approval ON approval.thread_id = reply.id AND approval.authorization_uri IS NULL
    WHERE before.thread_id = ${threadId}::uuid AND before.reply_approval IS NOT NULL
      AND ${replyApproval}::text IS NULL AND reply.deleted_at IS NULL AND NOT reply.is_hidden
    ORDER BY reply.id`);
  if (released.length > 0) await enqueueReleasedReplies(tx, released);
}

const toJson = (richText: RichTextNode[] | null) =>
  richText === null ? null : JSON.stringify(richText);

/** Replaces the files of a thread. A file that stays keeps its id. */
export async function saveAttachments(
  tx: Transaction,
  threadId: string,
  attachments: readonly RemoteAttachment[],
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM remote_attachments
    WHERE thread_id = ${threadId}::uuid AND url <> ALL (${attachments.map(({ url }) => url)}::text[])`);
  // The positions are unique, so they must not collide while they change.
  await tx.execute(sql`
    UPDATE remote_attachments SET position = -1 - position WHERE thread_id = ${threadId}::uuid`);
  for (const [position, file] of attachments.entries()) {
    const { type, url, mimeType, altText, blurhash, focus, width, height } = file;
    const focusJson = focus === null ? null : JSON.stringify(focus);
    await tx.execute(sql`
      WITH known AS (
        UPDATE remote_attachments SET position = ${position}, alt_text = ${altText},
          focus = ${focusJson}::jsonb, blurhash = ${blurhash}
        WHERE id = (SELECT id FROM remote_attachments
          WHERE thread_id = ${threadId}::uuid AND url = ${url} AND position < 0 LIMIT 1)
        RETURNING id
      )
      INSERT INTO remote_attachments (id, thread_id, position, type, url, mime_type, alt_text,
        blurhash, focus, width, height)
      SELECT ${newId()}::uuid, ${threadId}::uuid, ${position}, ${type}::media_type, ${url},
        ${mimeType}, ${altText}, ${blurhash}, ${focusJson}::jsonb, ${width}, ${height}
      WHERE NOT EXISTS (SELECT FROM known)`);
  }
  await tx.execute(sql`
    DELETE FROM remote_attachments WHERE thread_id = ${threadId}::uuid AND position < 0`);
}

export async function insertRemotePoll(
  tx: Transaction,
  threadId: string,
  { multiple, expiresAt, votersCount, options }: RemotePoll,
): Promise<void> {
  const id = newId();
  await tx.poll.create({
    data: { id, threadId, question: '', multiple, expiresAt, votersCount },
    select: { id: true },
  });
  await tx.pollOption.createMany({
    data: options.map((option, position) => ({ id: newId(), pollId: id, position, ...option })),
  });
}

/** The document of an earlier server may not have named the emoji. */
const withoutMarks = (text: Prisma.Sql) => sql`replace(${text}, ${emojiMark}, '')`;

/** Stores the results that the other server has counted. Options are never added or removed. */
export async function updateRemotePoll(
  tx: Transaction,
  threadId: string,
  { expiresAt, votersCount, options }: RemotePoll,
): Promise<void> {
  await tx.execute(sql`
    UPDATE polls SET expires_at = ${expiresAt}, voters_count = ${votersCount}
    WHERE thread_id = ${threadId}::uuid`);
  await tx.execute(sql`
    UPDATE poll_options option SET votes_count = counted.votes
    FROM unnest(${options.map(({ text }) => text)}::text[],
        ${options.map(({ votesCount }) => votesCount)}::int[]) counted (text, votes),
      polls poll
    WHERE poll.thread_id = ${threadId}::uuid AND option.poll_id = poll.id
      AND ${withoutMarks(sql`option.text`)} = ${withoutMarks(sql`counted.text`)}`);
}
