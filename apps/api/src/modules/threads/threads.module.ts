import type { DraftInput, ReplyPermission } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import {
  deleteOwnThread,
  deleteRemoteThread,
  deleteThreadAsAdmin,
  deleteThreadBatch,
  purgeDeletedThreads,
} from './deletion/deletion.ts';
import type { AdminDeletionHooks } from './deletion/deletion.ts';
import { createDraft, deleteDraft, listDrafts, updateDraft } from './drafts/drafts.ts';
import type { DraftUpdate } from './drafts/drafts.ts';
import {
  detachQuote,
  pinThread,
  setReplyHidden,
  setReplyPermission,
  unpinThread,
} from './editing/author-control.ts';
import { editThread } from './editing/edit-thread.ts';
import type { ThreadEdit } from './editing/edit-thread.ts';
import { listHistory } from './editing/list-history.ts';
import { createRemoteUnlisting, updateListing } from './editing/update-listing.ts';
import { createLinkCards } from './link-cards/link-cards.ts';
import type { LinkCardSettings } from './link-cards/link-cards.ts';
import type { LookUpMentions } from './publishing/publish-threads.ts';
import { createChain, createQuote, createThread } from './publishing/create-thread.ts';
import type { ChainInput, QuoteInput, ThreadInput } from './publishing/thread-drafts.ts';
import { listAncestors } from './reading/list-ancestors.ts';
import { listReplies } from './reading/list-replies.ts';
import type { RepliesQuery } from './reading/list-replies.ts';
import type { ThreadTarget } from './reading/thread-target.queries.ts';
import {
  approveRemoteQuote,
  rejectRemoteQuote,
  revokeRemoteQuote,
} from './remote/quote-approvals.ts';
import { editRemoteThread, publishRemoteThread } from './remote/remote-threads.ts';
import { deleteUnusedRemoteThreads } from './remote/retention.ts';
import { openThread } from './reading/open-thread.ts';
import type { RefreshPoll } from './reading/open-thread.ts';
import { createThreadReader } from './reading/read-threads.ts';
import { requireExisting, requireTarget } from './reading/require-thread.ts';
import { publishDueThreads } from './scheduled/publish-due-threads.ts';
import { scheduleChain, scheduleThread } from './scheduled/schedule-thread.ts';
import type { ScheduledChainInput, ScheduledInput } from './scheduled/schedule-thread.ts';
import {
  deleteScheduled,
  getScheduled,
  listScheduled,
  publishNow,
  updateScheduled,
} from './scheduled/scheduled-threads.ts';
import type { ScheduledChanges } from './scheduled/scheduled-threads.ts';
import { createTranslator } from './translation/translate-thread.ts';
import type { TranslationOptions } from './translation/translate-thread.ts';

export type ThreadsModule = ReturnType<typeof createThreadsModule>;

type Rest<F> = F extends (deps: never, ...args: infer Args) => unknown ? Args : never;

type Files = readonly UploadedFile[];

interface Dependencies extends LinkCardSettings, Pick<TranslationOptions, 'translation'> {
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
  /** Whether threads of other servers are among all threads. */
  listsRemote: () => boolean;
  /** Undefined if federation is off. */
  federation: FederationSettings | undefined;
  lookUpMentions: LookUpMentions;
  refreshPoll: RefreshPoll;
}

export function createThreadsModule(options: Dependencies) {
  const { database, media, rateLimiter, protection, clock, bus, logger } = options;
  const { publicUrl, hasLinkCards, sendRequest } = options;
  const linkCardSettings = { publicUrl, hasLinkCards, sendRequest };
  const linkCards = createLinkCards({ database, clock, logger, media, ...linkCardSettings });
  const instanceHost = publicUrl.hostname;
  const reader = createThreadReader({ database, clock, instanceHost, hasLinkCards });
  const translator = createTranslator(reader.get, options);
  const deps = {
    database,
    clock,
    bus,
    media,
    rateLimiter,
    linkCards,
    protection,
    reader,
    publicUrl,
    federation: options.federation,
    lookUpMentions: options.lookUpMentions,
    listsRemote: options.listsRemote,
    isFederated: options.federation !== undefined,
  };

  return {
    list: reader.list,
    listByIds: reader.listByIds,
    get: reader.get,
    open: (viewer: Viewer, threadId: string) =>
      openThread({ ...options, reader }, viewer, threadId),
    /** @throws NotFoundError also for a deleted thread that remains because of its replies */
    requireVisible: async (viewer: Viewer, threadId: string): Promise<void> => {
      await requireExisting(reader.get, viewer, threadId);
    },
    listAncestors: (viewer: Viewer, threadId: string) => listAncestors(deps, viewer, threadId),
    listReplies: (viewer: Viewer, threadId: string, query: RepliesQuery) =>
      listReplies(deps, viewer, threadId, query),
    listHistory: (viewer: Viewer, threadId: string, limit: number) =>
      listHistory(deps, viewer, threadId, limit),

    translate: (viewer: Viewer, threadId: string, language: string) =>
      translator.translate(viewer, threadId, language),

    create: (viewer: Viewer, idempotency: Idempotency, input: ThreadInput, files?: Files) =>
      createThread(deps, viewer, idempotency, input, files),
    quote: (viewer: Viewer, idempotency: Idempotency, input: QuoteInput, files?: Files) =>
      createQuote(deps, viewer, idempotency, input, files),
    createChain: (viewer: Viewer, idempotency: Idempotency, input: ChainInput, files: Files) =>
      createChain(deps, viewer, idempotency, input, files),

    schedule: (viewer: Viewer, idempotency: Idempotency, input: ScheduledInput, files?: Files) =>
      scheduleThread(deps, viewer, idempotency, input, files),
    scheduleChain: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: ScheduledChainInput,
      files?: Files,
    ) => scheduleChain(deps, viewer, idempotency, input, files),
    listScheduled: (viewer: Viewer) => listScheduled(deps, viewer),
    getScheduled: (viewer: Viewer, id: string) => getScheduled(deps, viewer, id),
    updateScheduled: (viewer: Viewer, id: string, changes: ScheduledChanges) =>
      updateScheduled(deps, viewer, id, changes),
    publishScheduled: (viewer: Viewer, idempotency: Idempotency, id: string) =>
      publishNow(deps, viewer, idempotency, id),
    deleteScheduled: (viewer: Viewer, id: string) => deleteScheduled(deps, viewer, id),

    listDrafts: (viewer: Viewer, query: PageQuery) => listDrafts(deps, viewer, query),
    createDraft: (viewer: Viewer, idempotency: Idempotency, input: DraftInput) =>
      createDraft(deps, viewer, idempotency, input),
    updateDraft: (viewer: Viewer, id: string, input: DraftUpdate) =>
      updateDraft(deps, viewer, id, input),
    deleteDraft: (viewer: Viewer, id: string) => deleteDraft(deps, viewer, id),

    edit: (viewer: Viewer, threadId: string, edit: ThreadEdit) =>
      editThread(deps, viewer, threadId, edit),
    setReplyPermission: (viewer: Viewer, threadId: string, permission: ReplyPermission) =>
      setReplyPermission(deps, viewer, threadId, permission),
    pin: (viewer: Viewer, threadId: string) => pinThread(deps, viewer, threadId),
    unpin: (viewer: Viewer, threadId: string) => unpinThread(deps, viewer, threadId),
    hideReply: (viewer: Viewer, replyId: string) => setReplyHidden(deps, viewer, replyId, true),
    unhideReply: (viewer: Viewer, replyId: string) => setReplyHidden(deps, viewer, replyId, false),
    detachQuote: (viewer: Viewer, quoteId: string) => detachQuote(deps, viewer, quoteId),

    delete: (viewer: Viewer, threadId: string) => deleteOwnThread(deps, viewer, threadId),
    deleteAsAdmin: (threadId: string, hooks: AdminDeletionHooks) =>
      deleteThreadAsAdmin(deps, threadId, hooks),
    deleteBatch: (authorId: string, limit: number) => deleteThreadBatch(deps, authorId, limit),

    /** Threads of other servers. */
    publishRemote: (...args: Rest<typeof publishRemoteThread>) =>
      publishRemoteThread(deps, ...args),
    editRemote: (...args: Rest<typeof editRemoteThread>) => editRemoteThread(deps, ...args),
    approveRemoteQuote: (...args: Rest<typeof approveRemoteQuote>) =>
      approveRemoteQuote(deps, ...args),
    rejectRemoteQuote: (...args: Rest<typeof rejectRemoteQuote>) =>
      rejectRemoteQuote(deps, ...args),
    revokeRemoteQuote: (...args: Rest<typeof revokeRemoteQuote>) =>
      revokeRemoteQuote(deps, ...args),
    /** @throws NotFoundError; ForbiddenError if the author of a thread of another server may not reply to or quote it */
    requireTarget: (viewer: Viewer, target: ThreadTarget) =>
      requireTarget(reader.get, viewer, target),
    deleteRemote: (...args: Rest<typeof deleteRemoteThread>) => deleteRemoteThread(deps, ...args),

    /** Background jobs. */
    deleteUnusedRemote: (days: number, stopping?: AbortSignal) =>
      deleteUnusedRemoteThreads(deps, days, stopping),
    purgeDeletedThreads: () => purgeDeletedThreads(deps),
    publishDueThreads: () => publishDueThreads({ publishing: deps, logger }),
    updateListing: () => updateListing(deps),
    unlistRemote: createRemoteUnlisting(deps),
    linkCards,
  };
}
