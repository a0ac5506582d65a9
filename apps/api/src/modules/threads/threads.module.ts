import type { RepliesPage, Thread, ThreadRevision } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { RateLimitsModule } from '../../http/rate-limits/index.ts';
import type { MediaModule } from '../media/index.ts';
import { createDeletion } from './deletion.ts';
import { editThread } from './edit-thread.ts';
import { listReplies } from './list-replies.ts';
import type { RepliesQuery } from './list-replies.ts';
import { createPublishing } from './publish-thread.ts';
import { createThreadReading } from './read-threads.ts';
import { readPresent, requireOwn, threadNotFound } from './require-place.ts';
import { listRevisions } from './revisions.queries.ts';
import { updateListing } from './update-listing.ts';

export type ThreadsModule = ReturnType<typeof createThreadsModule>;

interface Dependencies {
  database: Database;
  media: Pick<MediaModule, 'prepareAll' | 'insert' | 'claim' | 'discard'>;
  rateLimiter: Pick<RateLimitsModule, 'consume' | 'refund'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  /** Stands behind the at sign of every author's public address. */
  instanceHost: string;
}

export function createThreadsModule(dependencies: Dependencies) {
  const { database, media, clock, bus, rateLimiter, instanceHost } = dependencies;
  const reading = createThreadReading({ database, clock, instanceHost });
  const { list, get } = reading;
  const { create, quote } = createPublishing({ database, clock, bus, media, rateLimiter, reading });
  const deletion = createDeletion({ database, media, bus });

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
      const toldIds = await editThread(database, viewer, threadId, content);
      if (toldIds === null) throw threadNotFound();
      publishNotificationChanges(bus, toldIds);
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
      if (!(await deletion.delete(viewer.userId, threadId))) {
        await requireOwn(get, viewer, threadId);
        throw threadNotFound();
      }
      return { success: true, message: 'The thread is deleted.' };
    },

    remove: deletion.remove,
    deleteSome: deletion.deleteSome,
    removeRemains: deletion.removeRemains,

    /** Work for the background. */
    updateListing: () => updateListing(database),
  };
}
