import type { ScheduleError } from '@skein/contracts/threads';
import type { Logger } from '../../platform/logger.ts';
import { AppError } from '../../platform/errors.ts';
import { publishThreadChange } from '../../platform/events/publish-thread-change.ts';
import { newId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { createChain, listPartIds } from './create-chain.ts';
import { createThread, ScheduledThreadChanged } from './create-thread.ts';
import type { ThreadCreation } from './create-thread.ts';
import { listDue, setScheduleError } from './scheduled-threads.repository.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';
import type { ThreadTarget } from './thread-target.queries.ts';

const batchSize = 50;

interface Dependencies {
  creation: ThreadCreation;
  logger: Pick<Logger, 'error'>;
}

/**
 * Publishes all scheduled threads and chains whose time has come. The transaction that inserts the
 * threads also deletes the scheduled one, so each is published once, also by several servers at the same time. One
 * that cannot be published keeps the reason, and its author can change it.
 */
export async function publishDueThreads(dependencies: Dependencies): Promise<void> {
  const { database, clock } = dependencies.creation;
  for (;;) {
    const due = await listDue(database, clock.now(), batchSize);
    for (const scheduled of due) await publishDue(dependencies, scheduled);
    if (due.length < batchSize) return;
  }
}

async function publishDue({ creation, logger }: Dependencies, row: ScheduledRow): Promise<void> {
  const { database, bus } = creation;
  if (!row.canAuthorPublish) return setScheduleError(database, row, 'suspended');
  // The publication belongs to no session.
  const viewer: Viewer = { userId: row.authorId, sessionId: row.id };
  try {
    const ids = await publish(creation, viewer, row);
    if (row.parentId === null) bus.publish({ kind: 'feed' });
    for (const threadId of ids) {
      publishThreadChange(bus, { change: 'published', threadId, actorId: row.authorId });
    }
  } catch (error) {
    // Another server was faster, or the author has changed or deleted it.
    if (error instanceof ScheduledThreadChanged) return;
    if (isOutage(error) || (error instanceof AppError && error.code === 'unavailable')) throw error;
    if (!(error instanceof AppError)) logger.error({ err: error }, 'could not publish a thread');
    await setScheduleError(database, row, toScheduleError(error));
  }
}

/** @returns the ids of the threads */
async function publish(
  creation: ThreadCreation,
  viewer: Viewer,
  row: ScheduledRow,
): Promise<string[]> {
  const { content, contentWarning, isSensitive, replyPermission, parentId, furtherParts } = row;
  const poll = row.poll ?? undefined;
  const shared = {
    contentWarning,
    isSensitive,
    replyPermission,
    poll,
    altText: [],
    scheduled: row,
  };
  if (furtherParts.length > 0) {
    const parts = [row, ...furtherParts].map((part) => ({
      content: part.content,
      files: 0,
      uploadIds: part.media.map(({ id }) => id),
    }));
    const ids = listPartIds(newId(), { parts });
    await createChain(creation, viewer, ids, { ...shared, parts }, []);
    return ids;
  }
  const id = newId();
  const target: ThreadTarget = parentId === null ? { type: 'thread' } : { type: 'reply', parentId };
  const uploadIds = row.media.map((upload) => upload.id);
  const draft = { ...shared, content, target, upload: undefined, uploadIds };
  await createThread(creation, viewer, id, draft, []);
  return [id];
}

function toScheduleError(error: unknown): ScheduleError {
  if (!(error instanceof AppError)) return 'failed';
  switch (error.code) {
    case 'not_found':
      return 'target_unavailable';
    case 'forbidden':
      return 'not_allowed';
    case 'rate_limited':
      return 'limit_reached';
    default:
      return 'failed';
  }
}
