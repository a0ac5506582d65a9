import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { emojiMark } from '@skein/contracts/text';
import { isOpenAuthor } from '../threads/notes.queries.ts';

const { sql } = Prisma;

/** What other servers do with a thread. */
export type EngagementType = 'like' | 'reaction' | 'repost';

export interface Engagement {
  actorId: string;
  type: EngagementType;
  threadId: string;
}

/** Stores the id by which another server undoes a like, reaction or repost. */
export async function saveEngagement(
  tx: Transaction,
  { actorId, type, threadId }: Engagement,
  uri: string,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO remote_engagements (actor_id, type, thread_id, uri)
    SELECT ${actorId}::uuid, ${type}, id, ${uri} FROM threads WHERE id = ${threadId}::uuid
    ON CONFLICT (actor_id, type, thread_id) DO UPDATE SET uri = excluded.uri`);
}

/** A like, reaction or repost by its id. */
export async function findEngagement(
  database: Database,
  actorId: string,
  uri: string,
): Promise<Engagement | null> {
  const [row] = await database.query<Engagement>(sql`
    SELECT actor_id AS "actorId", type, thread_id AS "threadId" FROM remote_engagements
    WHERE actor_id = ${actorId}::uuid AND uri = ${uri} LIMIT 1`);
  return row ?? null;
}

export async function deleteEngagement(
  tx: Transaction,
  { actorId, type, threadId }: Engagement,
): Promise<void> {
  await tx.remoteEngagement.deleteMany({ where: { actorId, type, threadId } });
}

/** A thread that a local user has engaged with, as other servers know it. */
export interface EngagedThread {
  authorId: string;
  /** Null for a thread of this server. */
  uri: string | null;
  /** Whether every server may know about the engagement. */
  isOpen: boolean;
}

/** Null for a thread that is not for everyone. */
export async function findEngagedThread(
  tx: Transaction,
  actorId: string,
  threadId: string,
): Promise<EngagedThread | null> {
  const [row] = await tx.query<EngagedThread>(sql`
    SELECT thread.author_id AS "authorId", object.uri, ${isOpenAuthor(sql`actor`)} AS "isOpen"
    FROM users actor, threads thread JOIN users author ON author.id = thread.author_id
      LEFT JOIN remote_objects object ON object.thread_id = thread.id
    WHERE thread.id = ${threadId}::uuid AND actor.id = ${actorId}::uuid
      AND thread.audience IN ('public', 'unlisted') AND ${isOpenAuthor(sql`author`)}`);
  return row ?? null;
}

/** An option of a poll of another server that a local user has chosen. */
export async function findChosenOption(
  tx: Transaction,
  { actorId, threadId, optionId }: { actorId: string; threadId: string; optionId: string },
): Promise<{ text: string; pollUri: string } | null> {
  const [row] = await tx.query<{ text: string; pollUri: string }>(sql`
    SELECT replace(option.text, ${emojiMark}, '') AS text, object.uri AS "pollUri"
    FROM remote_objects object JOIN polls poll ON poll.thread_id = object.thread_id
      JOIN poll_votes vote ON vote.poll_id = poll.id AND vote.user_id = ${actorId}::uuid
      JOIN poll_options option ON option.id = vote.option_id
    WHERE object.thread_id = ${threadId}::uuid AND option.id = ${optionId}::uuid`);
  return row ?? null;
}
