import { scheduledThreadsMax } from '@skein/contracts/limits';
import { pollInputSchema } from '@skein/contracts/threads';
import type { PollInput, ReplyPermission, ScheduleError } from '@skein/contracts/threads';
import { Prisma, queryRows } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { canPublish } from '../../platform/visibility.queries.ts';
import type { MediaRow } from '../media/index.ts';
import { mediaObject } from './threads.hydrator.ts';

const { sql } = Prisma;

export interface ScheduledRow {
  id: string;
  authorId: string;
  scheduledAt: Date;
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  parentId: string | null;
  replyPermission: ReplyPermission;
  poll: PollInput | null;
  error: ScheduleError | null;
  version: number;
  createdAt: Date;
  media: MediaRow[];
  canAuthorPublish: boolean;
}

export type NewScheduledThread = Omit<
  ScheduledRow,
  'error' | 'version' | 'createdAt' | 'media' | 'canAuthorPublish'
>;

const columns = sql`
  s.id, s.author_id AS "authorId", s.scheduled_at AS "scheduledAt", s.content,
  s.content_warning AS "contentWarning", s.is_sensitive AS "isSensitive", s.parent_id AS "parentId",
  s.reply_permission AS "replyPermission", s.poll, s.error, s.version, s.created_at AS "createdAt",
  ${canPublish(sql`author`)} AS "canAuthorPublish",
  to_json(ARRAY(SELECT ${mediaObject} FROM media m WHERE m.scheduled_id = s.id
    ORDER BY m.position)) AS media`;

async function select(database: Database, rest: Prisma.Sql): Promise<ScheduledRow[]> {
  const rows = await queryRows<ScheduledRow>(
    database,
    sql`SELECT ${columns} FROM scheduled_threads s JOIN users author ON author.id = s.author_id ${rest}`,
  );
  return rows.map((row) => ({ ...row, poll: row.poll && pollInputSchema.parse(row.poll) }));
}

/** The next first. The number is limited when threads are scheduled. */
export function listScheduled(database: Database, authorId: string): Promise<ScheduledRow[]> {
  return select(
    database,
    sql`WHERE s.author_id = ${authorId}::uuid ORDER BY s.scheduled_at, s.id LIMIT ${scheduledThreadsMax}::int`,
  );
}

/** Null when the author has no such scheduled thread. */
export async function findScheduled(
  database: Database,
  id: string,
  authorId: string,
): Promise<ScheduledRow | null> {
  const [row] = await select(
    database,
    sql`WHERE s.id = ${id}::uuid AND s.author_id = ${authorId}::uuid`,
  );
  return row ?? null;
}

/** Scheduled threads whose time has come, except those that could not be published. */
export function listDue(database: Database, now: Date, limit: number): Promise<ScheduledRow[]> {
  return select(
    database,
    sql`WHERE s.scheduled_at <= ${now} AND s.error IS NULL ORDER BY s.scheduled_at, s.id LIMIT ${limit}::int`,
  );
}

export async function countScheduled(tx: Transaction, authorId: string): Promise<number> {
  return tx.scheduledThread.count({ where: { authorId } });
}

export async function insertScheduled(
  tx: Transaction,
  { poll, ...thread }: NewScheduledThread,
): Promise<void> {
  await tx.scheduledThread.create({ data: { ...thread, ...(poll && { poll: { ...poll } }) } });
}

/** False when it no longer exists. */
export async function updateScheduled(
  database: Database,
  { id, authorId }: Pick<ScheduledRow, 'id' | 'authorId'>,
  changes: { content: string; scheduledAt: Date },
): Promise<boolean> {
  const { count } = await database.scheduledThread.updateMany({
    where: { id, authorId },
    data: { ...changes, error: null, version: { increment: 1 } },
  });
  return count > 0;
}

export async function setScheduleError(
  database: Database,
  { id, version }: ScheduledRow,
  error: ScheduleError,
): Promise<void> {
  await database.scheduledThread.updateMany({ where: { id, version }, data: { error } });
}

/** Its files become orphans. False when it no longer exists. */
export async function deleteScheduled(
  database: Database,
  id: string,
  authorId: string,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const { count } = await tx.scheduledThread.deleteMany({ where: { id, authorId } });
    if (count === 0) return false;
    await tx.media.updateMany({ where: { scheduledId: id }, data: { scheduledId: null } });
    return true;
  });
}

/** Deletes the state that was read. False when it was changed, deleted or published meanwhile. */
export async function takeScheduled(
  tx: Transaction,
  { id, version }: Pick<ScheduledRow, 'id' | 'version'>,
): Promise<boolean> {
  const { count } = await tx.scheduledThread.deleteMany({ where: { id, version } });
  return count > 0;
}
