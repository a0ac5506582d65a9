import type { ThreadRevision } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { selectRevisions } from './thread-text.repository.ts';

/** Returns the earlier texts of a thread, newest first. @throws NotFoundError */
export async function listHistory(
  { database, reader }: { database: Database; reader: Pick<ThreadReader, 'get'> },
  viewer: Viewer,
  threadId: string,
  limit: number,
): Promise<ThreadRevision[]> {
  const { id: visibleId } = await reader.get(viewer, threadId);
  const rows = await selectRevisions(database, visibleId, limit);
  return rows.map(({ id, content, contentWarning, createdAt }) => ({
    id,
    content,
    contentWarning,
    replacedAt: createdAt.toISOString(),
  }));
}
