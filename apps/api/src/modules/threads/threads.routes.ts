import { createThread, createThreadWithFiles, getThread } from '@skein/contracts/threads';
import type { BindRoute } from '../../http/bind-route.ts';
import type { ThreadsModule } from './index.ts';

export function threadsRoutes(bind: BindRoute, threads: ThreadsModule): void {
  bind(createThread, ({ viewer, body, files }) => threads.create(viewer, body, files.media));
  bind(createThreadWithFiles, ({ viewer, body, files }) =>
    threads.create(viewer, body, files.media),
  );
  bind(getThread, ({ viewer, params }) => threads.get(viewer, params.threadId));
}
