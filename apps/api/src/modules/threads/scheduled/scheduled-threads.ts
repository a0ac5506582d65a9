import type { ScheduledThread } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { UnavailableError, ValidationError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { ScheduledThreadChanged } from '../publishing/publish-threads.ts';
import type { PublishingDependencies } from '../publishing/publish-threads.ts';
import { threadNotFound } from '../reading/require-thread.ts';
import { publishScheduled } from './publish-scheduled.ts';
import { requireFuture, scheduledNotFound } from './schedule-thread.ts';
import {
  deleteOwnScheduled,
  findScheduled,
  selectScheduled,
  updateContents,
} from './scheduled-threads.repository.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';
import { toScheduledDto } from './scheduled-threads.serializer.ts';

export interface ScheduledChanges {
  content?: string | undefined;
  /** The texts of all further parts of a chain. */
  furtherContents?: string[] | undefined;
  /** ISO 8601. */
  scheduledAt?: string | undefined;
}

type DatabaseOnly = Pick<PublishingDependencies, 'database'>;

export async function listScheduled({ database }: DatabaseOnly, viewer: Viewer) {
  return (await selectScheduled(database, viewer.userId)).map(toScheduledDto);
}

/** @throws NotFoundError */
export async function getScheduled(
  { database }: DatabaseOnly,
  viewer: Viewer,
  id: string,
): Promise<ScheduledThread> {
  return toScheduledDto(await getRow(database, viewer, id));
}

/**
 * Publishes a scheduled thread before its time.
 * @returns the id of the first thread
 * @throws NotFoundError also when it has been published; what `publishThreads` throws
 */
export function publishNow(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  id: string,
): Promise<string> {
  return createOnce(idempotency, {
    find: () => findOwnThreadId(deps.database, viewer, idempotency.id),
    create: () => publishScheduledRow(deps, viewer, { id, firstId: idempotency.id }),
    deletedError: threadNotFound,
  });
}

/** @throws NotFoundError also when it has been published */
export async function deleteScheduled(
  { database }: DatabaseOnly,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const isDeleted = isId(id) && (await deleteOwnScheduled(database, id, viewer.userId));
  if (!isDeleted) throw scheduledNotFound();
}

async function getRow(database: Database, viewer: Viewer, id: string): Promise<ScheduledRow> {
  const found = isId(id) ? await findScheduled(database, id, viewer.userId) : null;
  if (found === null) throw scheduledNotFound();
  return found;
}

async function findOwnThreadId(
  database: Database,
  { userId: authorId }: Viewer,
  id: string,
): Promise<string | null> {
  const thread = await database.thread.findFirst({
    where: { id, authorId, deletedAt: null },
    select: { id: true },
  });
  return thread?.id ?? null;
}

async function publishScheduledRow(
  deps: PublishingDependencies,
  viewer: Viewer,
  { id, firstId }: { id: string; firstId: string },
): Promise<string> {
  const { database } = deps;
  const row = await getRow(database, viewer, id);
  try {
    return await publishScheduled(deps, viewer, row, firstId);
  } catch (error) {
    if (isOutage(error)) throw error;
    // Another request may have been faster, which can show first in the files.
    if ((await findScheduled(database, id, viewer.userId)) === null) throw scheduledNotFound();
    if (!(error instanceof ScheduledThreadChanged)) throw error;
    throw new UnavailableError('error.threadBusy');
  }
}

/** @throws NotFoundError, ValidationError */
export async function updateScheduled(
  {
    database,
    clock,
    protection,
  }: Pick<PublishingDependencies, 'database' | 'clock' | 'protection'>,
  viewer: Viewer,
  id: string,
  changes: ScheduledChanges,
): Promise<ScheduledThread> {
  const before = await getRow(database, viewer, id);
  await protection.requireVerifiedEmail(viewer);
  const { content = before.content } = changes;
  const { scheduledAt, furtherContents = before.furtherParts.map((part) => part.content) } =
    changes;
  requireStoredContents(before, [content, ...furtherContents]);
  const time = scheduledAt === undefined ? before.scheduledAt : requireFuture(clock, scheduledAt);
  const changed = { content, furtherContents, scheduledAt: time };
  if (!(await updateContents(database, before, changed))) throw scheduledNotFound();
  return toScheduledDto(await getRow(database, viewer, id));
}

/** @throws ValidationError for an empty part, and for other parts than it has */
function requireStoredContents(
  { media, poll, furtherParts }: ScheduledRow,
  [content, ...furtherContents]: string[],
): void {
  if (content === '' && media.length === 0 && poll === null) throw noContent();
  if (furtherContents.length !== furtherParts.length) {
    const message = 'error.scheduledPartTexts';
    throw new ValidationError([{ path: 'furtherContents', message }]);
  }
  for (const [index, part] of furtherParts.entries()) {
    const isEmpty = furtherContents[index] === '' && part.media.length === 0;
    if (isEmpty) throw noContent(`furtherContents.${index}`);
  }
}

const noContent = (path = 'content') =>
  new ValidationError([{ path, message: 'error.threadEmpty' }]);
