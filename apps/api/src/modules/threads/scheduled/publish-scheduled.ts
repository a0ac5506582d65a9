import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { createChain, listPartIds } from '../publishing/create-chain.ts';
import { createThread } from '../publishing/create-thread.ts';
import type { ThreadCreation } from '../publishing/create-thread.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';
import type { ThreadTarget } from '../reading/thread-target.queries.ts';

/**
 * Publishes a scheduled thread or chain of the viewer, and deletes it in the same transaction.
 * @returns the id of the first thread
 * @throws ScheduledThreadChanged; what `createThread` throws
 */
export async function publishScheduled(
  creation: ThreadCreation,
  viewer: Viewer,
  row: ScheduledRow,
  firstId = newId(),
): Promise<string> {
  const { bus } = creation;
  const ids = await insertThreads(creation, viewer, firstId, row);
  if (row.parentId === null) bus.publish({ kind: 'feed' });
  for (const threadId of ids) {
    publishThreadChange(bus, { change: 'published', threadId, actorId: row.authorId });
  }
  return firstId;
}

/** @returns the ids of the threads */
async function insertThreads(
  creation: ThreadCreation,
  viewer: Viewer,
  firstId: string,
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
    const ids = listPartIds(firstId, { parts });
    await createChain(creation, viewer, ids, { ...shared, parts }, []);
    return ids;
  }
  const target: ThreadTarget = parentId === null ? { type: 'thread' } : { type: 'reply', parentId };
  const uploadIds = row.media.map((upload) => upload.id);
  const draft = { ...shared, content, target, upload: undefined, uploadIds };
  await createThread(creation, viewer, firstId, draft, []);
  return [firstId];
}
