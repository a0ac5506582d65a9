import type { RepliesPage, Thread, ThreadRevision } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import { deleteThread } from './delete-thread.ts';
import { editThread } from './edit-thread.ts';
import { listReplies } from './list-replies.ts';
import type { RepliesQuery } from './list-replies.ts';
import { createPublishing } from './publish-thread.ts';
import { createThreadReading } from './read-threads.ts';
import { readPresent, requireOwn, threadNotFound } from './require-place.ts';
import { listRevisions } from './revisions.queries.ts';

export type { ListedThread } from './read-threads.ts';
export { threadNotFound } from './require-place.ts';
export { threadsRoutes } from './threads.routes.ts';
export { isThreadVisible } from './visibility.queries.ts';

export type ThreadsModule = ReturnType<typeof createThreadsModule>;

interface Dependencies {
  database: Database;
  media: Pick<MediaModule, 'prepareAll' | 'insert' | 'claim' | 'discard'>;
  clock: Clock;
  /** Stands behind the at sign of every author's public address. */
  instanceHost: string;
}

export function createThreadsModule({ database, media, clock, instanceHost }: Dependencies) {
  const reading = createThreadReading({ database, clock, instanceHost });
  const { list, get } = reading;
  const { create, quote } = createPublishing({ database, clock, media, reading });

  return {
    list,
    get,
    create,
    quote,

    listReplies: (viewer: Viewer, threadId: string, query: RepliesQuery): Promise<RepliesPage> =>
      listReplies({ database, list }, viewer, threadId, query),

    /** @throws NotFoundError when it is not to be seen; ForbiddenError when it is someone else's */
    async edit(viewer: Viewer, threadId: string, content: string): Promise<Thread> {
      await requireOwn(get, viewer, threadId);
      if (!(await editThread(database, viewer, threadId, content))) throw threadNotFound();
      return readPresent(get, viewer, threadId);
    },

    /** @throws NotFoundError when it is not to be seen */
    async listHistory(viewer: Viewer, threadId: string, limit: number): Promise<ThreadRevision[]> {
      const { id } = await get(viewer, threadId);
      return listRevisions(database, id, limit);
    },

    /**
     * One's own goes also when what is above it is not to be seen any more.
     * @throws NotFoundError when it is not to be seen; ForbiddenError when it is someone else's
     */
    async delete(viewer: Viewer, threadId: string): Promise<{ success: true; message: string }> {
      const keys = isId(threadId) ? await deleteThread(database, viewer, threadId) : null;
      if (keys === null) {
        await requireOwn(get, viewer, threadId);
        throw threadNotFound();
      }
      await media.discard(keys.map((storageKey) => ({ storageKey })));
      return { success: true, message: 'The thread is deleted.' };
    },
  };
}
