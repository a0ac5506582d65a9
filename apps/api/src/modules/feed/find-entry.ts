import type { Viewer } from '../../platform/viewer.ts';
import type { ListedThread, ThreadsModule } from '../threads/index.ts';
import { selectStreamedEntry } from './stream-recipients.queries.ts';
import type { StreamedEntry } from './stream-recipients.queries.ts';

/** Null if the viewer may not see the entry, or hides it with a filter. */
export async function findEntry(
  { threads }: { threads: Pick<ThreadsModule, 'list'> },
  viewer: Viewer,
  entry: StreamedEntry,
): Promise<ListedThread | null> {
  const source = selectStreamedEntry(viewer.userId, entry);
  const { listed } = await threads.list(viewer, source, { filterContext: 'feeds' });
  return listed[0] ?? null;
}
