import { scheduledThreadsMax } from '@skein/contracts/limits';
import { pollInputSchema } from '@skein/contracts/threads';
import type {
  PollInput,
  ReplyPermission,
  ScheduleError,
  SelectableAudience,
} from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { canPublish } from '../../../domain/visibility.queries.ts';
import type { MediaRow } from '../../media/index.ts';
import { mediaObject } from '../reading/thread-columns.queries.ts';

const { sql } = Prisma;

/** The state in which it was read. */
export type ScheduledVersion = Pick<ScheduledRow, 'id' | 'version'>;

export interface ScheduledRow {
  id: string;
  authorId: string;
  scheduledAt: Date;
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  parentId: string | null;
  replyPermission: ReplyPermission;
  audience: SelectableAudience | null;
  language: string | null;
  poll: PollInput | null;
  error: ScheduleError | null;
  version: number;
  createdAt: Date;
  media: MediaRow[];
  /** The parts of a chain after the first one. */
  furtherParts: { content: string; media: MediaRow[] }[];
  canAuthorPublish: boolean;
}

export interface NewScheduledThread extends Omit<
  ScheduledRow,
  'error' | 'version' | 'createdAt' | 'media' | 'furtherParts' | 'canAuthorPublish'
> {
  furtherParts: NewPart[];
}

interface NewPart {
  content: string;
  /** How many of the files, in order, belong to it. */
  files: number;
}

const columns = sql`
  s.id, s.author_id AS "authorId", s.scheduled_at AS "scheduledAt", s.content,
  s.content_warning AS "contentWarning", s.is_sensitive AS "isSensitive", s.parent_id AS "parentId",
  s.reply_permission AS "replyPermission", s.audience, s.language, s.poll, s.error, s.version, s.created_at AS "createdAt",
  ${canPublish(sql`author`)} AND author.moved_to_id IS NULL AS "canAuthorPublish",
  to_json(ARRAY(SELECT ${mediaObject} FROM media m WHERE m.scheduled_id = s.id
    ORDER BY m.position)) AS media,
  to_json(ARRAY(SELECT json_build_object('content', part.content, 'files', part.files)
    FROM scheduled_parts part WHERE part.scheduled_id = s.id
    ORDER BY part.position)) AS "furtherParts"`;

async function select(database: Database, rest: Prisma.Sql): Promise<ScheduledRow[]> {
  const rows = await database.query<
    Omit<ScheduledRow, 'furtherParts'> & { furtherParts: NewPart[] }
  >(
    sql`SELECT ${columns} FROM scheduled_threads s JOIN users author ON author.id = s.author_id ${rest}`,
  );
  return rows.map((row) => ({
    ...row,
    ...splitMedia(row.media, row.furtherParts),
    poll: row.poll && pollInputSchema.parse(row.poll),
  }));
}

/** Assigns the files of a chain to its parts. */
function splitMedia(media: readonly MediaRow[], parts: readonly NewPart[]) {
  const ownCount = media.length - parts.reduce((sum, { files }) => sum + files, 0);
  let next = ownCount;
  const furtherParts = parts.map(({ content, files }) => {
    next += files;
    return { content, media: media.slice(next - files, next) };
  });
  return { media: media.slice(0, ownCount), furtherParts };
}

/** The next first. The number is limited when threads are scheduled. */
export function selectScheduled(database: Database, authorId: string): Promise<ScheduledRow[]> {
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

/**
 * Scheduled threads whose time has come, except those that could not be published: the first of each author,
 * then the second of each, so that one author does not delay the threads of others.
 */
export function listDue(
  database: Database,
  { now, limit, skippedAuthorIds }: { now: Date; limit: number; skippedAuthorIds: string[] },
): Promise<ScheduledRow[]> {
  return select(
    database,
    sql`JOIN (
      SELECT due.id, row_number() OVER (PARTITION BY due.author_id ORDER BY due.scheduled_at, due.id) AS turn
      FROM scheduled_threads due
      WHERE due.scheduled_at <= ${now} AND due.error IS NULL
        AND due.author_id <> ALL (${skippedAuthorIds}::uuid[])
    ) due ON due.id = s.id ORDER BY due.turn, s.scheduled_at, s.id LIMIT ${limit}::int`,
  );
}

export async function countScheduled(tx: Transaction, authorId: string): Promise<number> {
  return tx.scheduledThread.count({ where: { authorId } });
}

export async function insertScheduled(
  tx: Transaction,
  { poll, furtherParts, ...thread }: NewScheduledThread,
): Promise<void> {
  await tx.scheduledThread.create({ data: { ...thread, ...(poll && { poll: { ...poll } }) } });
  if (furtherParts.length === 0) return;
  const { id: scheduledId, authorId } = thread;
  await tx.scheduledPart.createMany({
    data: furtherParts.map((part, index) => ({
      ...part,
      scheduledId,
      authorId,
      position: index + 1,
    })),
  });
}

/** False when it no longer exists. */
export async function updateContents(
  database: Database,
  { id, authorId }: Pick<ScheduledRow, 'id' | 'authorId'>,
  {
    furtherContents,
    ...changes
  }: { content: string; furtherContents: string[]; scheduledAt: Date },
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const { count } = await tx.scheduledThread.updateMany({
      where: { id, authorId },
      data: { ...changes, error: null, version: { increment: 1 } },
    });
    if (count === 0) return false;
    if (furtherContents.length > 0) {
      await tx.execute(sql`
        UPDATE scheduled_parts part SET content = changed.content
        FROM unnest(${furtherContents}::text[]) WITH ORDINALITY AS changed (content, position)
        WHERE part.scheduled_id = ${id}::uuid AND part.position = changed.position`);
    }
    return true;
  });
}

export async function setScheduleError(
  database: Database,
  { id, version }: ScheduledRow,
  error: ScheduleError,
): Promise<void> {
  await database.scheduledThread.updateMany({ where: { id, version }, data: { error } });
}

/** Its files become orphans. False when it no longer exists. */
export async function deleteOwnScheduled(
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
  { id, version }: ScheduledVersion,
): Promise<boolean> {
  const { count } = await tx.scheduledThread.deleteMany({ where: { id, version } });
  return count > 0;
}
