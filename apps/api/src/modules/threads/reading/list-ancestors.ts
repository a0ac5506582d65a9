import { ancestorsMax } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { selectAncestors } from './ancestors.queries.ts';
import type { ThreadReader } from './read-threads.ts';
import { threadNotFound } from './require-thread.ts';

interface Dependencies {
  reader: Pick<ThreadReader, 'list' | 'get'>;
}

/**
 * The threads above a reply, from the top, null for those that the viewer may not see.
 * @throws NotFoundError
 */
export async function listAncestors(
  { reader }: Dependencies,
  viewer: Viewer,
  threadId: string,
): Promise<(Thread | null)[]> {
  if (!isId(threadId)) throw threadNotFound();
  const { listed } = await reader.list(
    viewer,
    selectAncestors(viewer.userId, threadId, ancestorsMax),
  );
  // A root has no ancestors either.
  if (listed.length === 0) await reader.get(viewer, threadId);
  const bySteps = new Map(listed.map(({ thread, key }) => [Number(key), thread]));
  const count = Math.max(0, ...bySteps.keys());
  return Array.from({ length: count }, (_, index) => bySteps.get(count - index) ?? null);
}
