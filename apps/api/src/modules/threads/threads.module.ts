import type { RepliesPage, Thread, ThreadRevision } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../domain/events/publish-thread-change.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { MediaModule } from '../media/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { success } from '../../platform/results.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { createAuthorControl } from './editing/author-control.ts';
import type { ChainInput } from './publishing/create-chain.ts';
import { createThreadDeletion } from './deletion/deletion.ts';
import { editThread } from './editing/edit-thread.ts';
import type { ThreadEdit } from './editing/edit-thread.ts';
import { createLinkCards } from './link-cards/link-cards.ts';
import type { LinkCardSettings } from './link-cards/link-cards.ts';
import { createDrafts } from './drafts/drafts.ts';
import { listAncestors } from './reading/list-ancestors.ts';
import { listReplies } from './reading/list-replies.ts';
import type { RepliesQuery } from './reading/list-replies.ts';
import { publishDueThreads } from './scheduled/publish-due-threads.ts';
import { publishChain } from './publishing/publish-chain.ts';
import { createScheduledThreads } from './scheduled/scheduled-threads.ts';
import { createThreadPublisher } from './publishing/publish-thread.ts';
import { createThreadReader } from './reading/read-threads.ts';
import { requireExisting, requireAuthor, threadNotFound } from './reading/require-thread.ts';
import { listRevisions } from './editing/revisions.queries.ts';
import { updateListing } from './editing/update-listing.ts';

export type ThreadsModule = ReturnType<typeof createThreadsModule>;

interface Dependencies extends LinkCardSettings {
  database: Database;
  media: Pick<
    MediaModule,
    'processAll' | 'insert' | 'claim' | 'discard' | 'processLinkImage' | 'claimPicture'
  >;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  protection: Pick<
    ProtectionModule,
    'countThread' | 'refund' | 'requirePostsLeft' | 'requireVerifiedEmail'
  >;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
}

export function createThreadsModule(dependencies: Dependencies) {
  const { database, media, bus, logger, publicUrl, rateLimiter, protection } = dependencies;
  const linkCards = createLinkCards(dependencies);
  const reader = createThreadReader({ ...dependencies, instanceHost: publicUrl.hostname });
  const { list, listByIds, get } = reader;
  const { create, quote, creation } = createThreadPublisher({ ...dependencies, linkCards, reader });
  const deletion = createThreadDeletion({ database, media, bus });

  return {
    list,
    listByIds,
    get,
    create,
    /** @throws NotFoundError also for a deleted thread that remains because of its replies */
    requireVisible: async (viewer: Viewer, threadId: string): Promise<void> => {
      await requireExisting(get, viewer, threadId);
    },

    /** A thread and replies to it, in one transaction. @throws what `createChain` throws */
    createChain: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: ChainInput,
      files: readonly UploadedFile[],
    ): Promise<Thread[]> => publishChain({ creation, reader }, viewer, idempotency, input, files),

    quote,
    ...createAuthorControl({ database, bus, get }),
    ...createScheduledThreads(creation),
    ...createDrafts(creation),

    listAncestors: (viewer: Viewer, threadId: string): Promise<(Thread | null)[]> =>
      listAncestors({ list, get }, viewer, threadId),

    listReplies: (viewer: Viewer, threadId: string, query: RepliesQuery): Promise<RepliesPage> =>
      listReplies({ database, list }, viewer, threadId, query),

    /** @throws NotFoundError; ForbiddenError for a thread of another user */
    async edit(viewer: Viewer, threadId: string, edit: ThreadEdit): Promise<Thread> {
      await requireAuthor(get, viewer, threadId);
      const editing = { database, linkCards, rateLimiter, protection };
      const recipientIds = await editThread(editing, viewer, threadId, edit);
      if (recipientIds === null) throw threadNotFound();
      publishNotificationChanges(bus, recipientIds);
      publishThreadChange(bus, { change: 'edited', threadId, actorId: viewer.userId });
      return requireExisting(get, viewer, threadId);
    },

    /** @throws NotFoundError */
    async listHistory(viewer: Viewer, threadId: string, limit: number): Promise<ThreadRevision[]> {
      const { id } = await get(viewer, threadId);
      return listRevisions(database, id, limit);
    },

    /**
     * Deletes the viewer's own thread, also a reply to a thread that they can no longer see.
     * @throws NotFoundError; ForbiddenError for a thread of another user
     */
    async delete(viewer: Viewer, threadId: string) {
      if (!(await deletion.delete(viewer.userId, threadId))) {
        await requireAuthor(get, viewer, threadId);
        throw threadNotFound();
      }
      return success('success.threadDeleted');
    },

    deleteAsAdmin: deletion.deleteAsAdmin,
    deleteBatch: deletion.deleteBatch,
    purgeDeletedThreads: deletion.purgeDeletedThreads,

    /** A background job. */
    publishDueThreads: () => publishDueThreads({ creation, logger }),

    /** Background jobs. */
    linkCards,

    /** A background job. */
    updateListing: () => updateListing(database),
  };
}
