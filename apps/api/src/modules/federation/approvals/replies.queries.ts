import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { FederationEventType } from '../../../domain/events/federation-event-type.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';
import { newId } from '../../../platform/ids.ts';
import type { AuthorizationRow } from './approval.serializer.ts';
import { isForEveryone, isKnownTo, isOpenAuthor } from '../threads/notes.queries.ts';

const { sql } = Prisma;

/** A reply of another server that gets a response. */
export interface RequestedReply {
  /** The id of the `ReplyRequest`; null for a reply that was sent without one. */
  requestUri: string | null;
  replyUri: string;
  /** The local thread that it replies to or quotes. */
  targetId: string;
}

/**
 * Responds to a reply to a local thread. An allowed reply without a request gets no response if everyone may reply, because
 * no server then requires an authorization. Nobody gets a response about a thread that they may not see.
 */
export async function enqueueReplyResponse(
  tx: Transaction,
  reply: RequestedReply,
  { senderId, isRejected }: { senderId: string; isRejected: boolean },
): Promise<void> {
  const isAlways = isRejected || reply.requestUri !== null;
  await tx.execute(sql`
    INSERT INTO federation_events (id, type, actor_id, object_id, reference)
    SELECT ${newId()}::uuid, ${'replyResponse' satisfies FederationEventType}, author.id, ${senderId}::uuid, ${JSON.stringify(reply)}
    FROM threads target JOIN users author ON author.id = target.author_id
      JOIN users sender ON sender.id = ${senderId}::uuid
      LEFT JOIN threads root ON root.id = target.root_id
    WHERE target.id = ${reply.targetId}::uuid AND target.deleted_at IS NULL AND author.domain IS NULL
      AND ${isKnownTo(sql`sender`, { thread: sql`target`, author: sql`author` })}
      AND (${isAlways}::boolean OR coalesce(root.reply_permission, target.reply_permission) <> 'ANYONE')`);
}

export async function findStoredReply(
  tx: Transaction,
  replyUri: string,
  targetId: string,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(sql`
    SELECT reply.id FROM remote_objects object JOIN threads reply ON reply.id = object.thread_id
    WHERE object.uri = ${replyUri} AND reply.parent_id = ${targetId}::uuid AND reply.deleted_at IS NULL`);
  return row?.id ?? null;
}

interface ReplyAuthorizationRow extends AuthorizationRow {
  /** Whether every server may read the reply and the conversation. */
  isOpen: boolean;
}

/** Null if the reply was deleted or hidden, is for mentioned users, or is one of a local user. */
export async function findReplyAuthorization(
  database: Database,
  replyId: string,
): Promise<ReplyAuthorizationRow | null> {
  const [row] = await database.query<ReplyAuthorizationRow>(sql`
    SELECT reply.id, object.uri, parent.id AS "targetId", parent.author_id AS "targetAuthorId",
      ${isForEveryone(sql`reply`)} AND ${isForEveryone(sql`parent`)} AND ${isOpenAuthor(sql`author`)}
        AND (root_author.id IS NULL OR ${isOpenAuthor(sql`root_author`)}) AS "isOpen"
    FROM threads reply JOIN threads parent ON parent.id = reply.parent_id
      JOIN users author ON author.id = parent.author_id
      JOIN remote_objects object ON object.thread_id = reply.id
      LEFT JOIN threads root ON root.id = reply.root_id
      LEFT JOIN users root_author ON root_author.id = root.author_id
    WHERE reply.id = ${replyId}::uuid AND reply.deleted_at IS NULL AND NOT reply.is_hidden
      AND parent.deleted_at IS NULL AND ${isFederated(sql`author`)}
      AND reply.audience <> 'mentioned' AND parent.audience <> 'mentioned'`);
  return row ?? null;
}

/** A reply of a local user waits for its approval by the author of the parent on another server. */
export async function insertPendingReply(tx: Transaction, threadId: string): Promise<void> {
  await tx.replyApproval.upsert({
    where: { threadId },
    create: { threadId },
    update: {},
    select: { threadId: true },
  });
}

/** A reply no longer waits for its approval. */
export async function deletePendingReply(tx: Transaction, threadId: string): Promise<void> {
  await tx.replyApproval.deleteMany({ where: { threadId, authorizationUri: null } });
}

interface Approval {
  replyId: string;
  /** The author of the parent. */
  approverId: string;
  authorizationUri: string;
}

/** Sends an approved reply to everyone. A repetition changes nothing. */
export async function approveReply(
  tx: Transaction,
  { replyId, approverId, authorizationUri }: Approval,
): Promise<void> {
  await tx.execute(sql`
    WITH approved AS (
      UPDATE reply_approvals approval SET authorization_uri = ${authorizationUri}
      FROM threads reply JOIN threads parent ON parent.id = reply.parent_id
      WHERE approval.thread_id = ${replyId}::uuid AND approval.authorization_uri IS NULL
        AND reply.id = approval.thread_id AND reply.deleted_at IS NULL
        AND parent.author_id = ${approverId}::uuid
      RETURNING reply.id, reply.author_id
    )
    INSERT INTO federation_events (id, type, actor_id, reference)
    SELECT ${newId()}::uuid, ${'createThread' satisfies FederationEventType}, author_id, id::text FROM approved`);
}

/**
 * The author of the parent of a reply of a local user, or of the root, does not want the reply. That of the root also
 * hides it. A reply that waits is sent to nobody else. The edits of one that was approved, and sent, still are.
 */
export async function withdrawReplyApproval(
  tx: Transaction,
  replyId: string,
  senderId: string,
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM reply_approvals approval USING threads reply JOIN threads parent ON parent.id = reply.parent_id
    WHERE approval.thread_id = ${replyId}::uuid AND approval.authorization_uri IS NOT NULL
      AND reply.id = approval.thread_id
      AND parent.author_id = ${senderId}::uuid`);
  await tx.execute(sql`
    UPDATE threads reply SET is_hidden = true
    FROM threads root, users author
    WHERE reply.id = ${replyId}::uuid AND reply.deleted_at IS NULL AND NOT reply.is_hidden
      AND root.id = reply.root_id AND root.author_id = ${senderId}::uuid
      AND author.id = reply.author_id AND author.domain IS NULL`);
}
