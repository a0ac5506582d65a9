import {
  createChain,
  createDraft,
  createThread,
  createThreadWithFiles,
  deleteDraft,
  deleteThread,
  detachQuote,
  editThread,
  getThread,
  getTranslation,
  hideReply,
  listAncestors,
  listDrafts,
  listReplies,
  listThreadHistory,
  pinThread,
  quoteRepost,
  setReplyPermission,
  unhideReply,
  unpinThread,
  updateDraft,
} from '@skein/contracts/threads';
import { success } from '../../platform/results.ts';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { pairFiles } from '../media/index.ts';
import { scheduledRoutes } from './scheduled/scheduled.routes.ts';
import type { ThreadsModule } from './threads.module.ts';

export function threadsRoutes(bind: BindRoute, threads: ThreadsModule): void {
  bind(createThread, ({ viewer, idempotency, body, files }) =>
    threads.create(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  bind(createThreadWithFiles, ({ viewer, idempotency, body, files }) =>
    threads.create(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  bind(createChain, ({ viewer, idempotency, body, files }) =>
    threads.createChain(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  bind(quoteRepost, ({ viewer, idempotency, body, files }) =>
    threads.quote(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  scheduledRoutes(bind, threads);
  bind(listDrafts, ({ viewer, query }) => threads.listDrafts(viewer, query));
  bind(createDraft, ({ viewer, idempotency, body }) =>
    threads.createDraft(viewer, idempotency, body),
  );
  bind(updateDraft, ({ viewer, params, body }) =>
    threads.updateDraft(viewer, params.draftId, body),
  );
  bind(deleteDraft, async ({ viewer, params }) => {
    await threads.deleteDraft(viewer, params.draftId);
    return success('success.draftDeleted');
  });
  bind(getThread, ({ viewer, params }) => threads.open(viewer, params.threadId));
  bind(listAncestors, ({ viewer, params }) => threads.listAncestors(viewer, params.threadId));
  bind(listReplies, ({ viewer, params, query }) =>
    threads.listReplies(viewer, params.threadId, query),
  );
  bind(listThreadHistory, ({ viewer, params, query }) =>
    threads.listHistory(viewer, params.threadId, query.limit),
  );
  bind(getTranslation, ({ viewer, params, query }) =>
    threads.translate(viewer, params.threadId, query.language),
  );
  bind(editThread, ({ viewer, params, body }) => threads.edit(viewer, params.threadId, body));
  bind(setReplyPermission, ({ viewer, params, body }) =>
    threads.setReplyPermission(viewer, params.threadId, body.replyPermission),
  );
  bind(pinThread, async ({ viewer, params }) => {
    await threads.pin(viewer, params.threadId);
    return success('success.threadPinned');
  });
  bind(unpinThread, async ({ viewer, params }) => {
    await threads.unpin(viewer, params.threadId);
    return success('success.threadUnpinned');
  });
  bind(hideReply, ({ viewer, params }) => threads.hideReply(viewer, params.threadId));
  bind(unhideReply, ({ viewer, params }) => threads.unhideReply(viewer, params.threadId));
  bind(detachQuote, ({ viewer, params }) => threads.detachQuote(viewer, params.threadId));
  bind(deleteThread, async ({ viewer, params }) => {
    await threads.delete(viewer, params.threadId);
    return success('success.threadDeleted');
  });
}
