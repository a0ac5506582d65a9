import {
  createThread,
  createThreadWithFiles,
  deleteThread,
  editThread,
  getThread,
  listAncestors,
  listReplies,
  listThreadHistory,
  quoteRepost,
} from '@skein/contracts/threads';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { ThreadsModule } from './threads.module.ts';

export function threadsRoutes(bind: BindRoute, threads: ThreadsModule): void {
  bind(createThread, ({ viewer, idempotency, body, files }) =>
    threads.create(viewer, idempotency, body, files.media),
  );
  bind(createThreadWithFiles, ({ viewer, idempotency, body, files }) =>
    threads.create(viewer, idempotency, body, files.media),
  );
  bind(quoteRepost, ({ viewer, idempotency, body, files }) =>
    threads.quote(viewer, idempotency, body, files.media),
  );
  bind(getThread, ({ viewer, params }) => threads.get(viewer, params.threadId));
  bind(listAncestors, ({ viewer, params }) => threads.listAncestors(viewer, params.threadId));
  bind(listReplies, ({ viewer, params, query }) =>
    threads.listReplies(viewer, params.threadId, query),
  );
  bind(listThreadHistory, ({ viewer, params, query }) =>
    threads.listHistory(viewer, params.threadId, query.limit),
  );
  bind(editThread, ({ viewer, params, body }) => threads.edit(viewer, params.threadId, body));
  bind(deleteThread, ({ viewer, params }) => threads.delete(viewer, params.threadId));
}
