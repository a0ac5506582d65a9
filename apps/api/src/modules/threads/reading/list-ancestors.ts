import { ancestorsMax } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';
import type { Prisma } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { selectAncestors } from './ancestors.queries.ts';
import type { ListedThread } from './read-threads.ts';
import { threadNotFound } from './require-thread.ts';

interface Dependencies {
  list: (viewer: Viewer, source: Prisma.Sql) => Promise<{ listed: ListedThread[] }>;
  get: (viewer: Viewer, threadId: string) => Promise<Thread>;
}

/**
 * The threads above a reply, from the top, null for those that the viewer may not see.
 * @throws NotFoundError
 */
export async function listAncestors(
  { list, get }: Dependencies,
  viewer: Viewer,
  threadId: string,
): Promise<(Thread | null)[]> {
  if (!isId(threadId)) throw threadNotFound();
  const { listed } = await list(viewer, selectAncestors(viewer.userId, threadId, ancestorsMax));
  // A root has no ancestors either.
  if (listed.length === 0) await get(viewer, threadId);
  const bySteps = new Map(listed.map(({ thread, key }) => [Number(key), thread]));
  const count = Math.max(0, ...bySteps.keys());
  return Array.from({ length: count }, (_, index) => bySteps.get(count - index) ?? null);
}
