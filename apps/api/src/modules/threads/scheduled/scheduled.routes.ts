import {
  deleteScheduledThread,
  listScheduledThreads,
  publishScheduledThread,
  scheduleChain,
  scheduleThread,
  updateScheduledThread,
} from '@skein/contracts/threads';
import { success } from '../../../platform/results.ts';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { pairFiles } from '../../media/index.ts';
import type { ThreadsModule } from '../threads.module.ts';

export function scheduledRoutes(bind: BindRoute, threads: ThreadsModule): void {
  bind(listScheduledThreads, ({ viewer }) => threads.listScheduled(viewer));
  bind(scheduleThread, ({ viewer, idempotency, body, files }) =>
    threads.schedule(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  bind(scheduleChain, ({ viewer, idempotency, body, files }) =>
    threads.scheduleChain(viewer, idempotency, body, pairFiles(files, body.videoFiles)),
  );
  bind(updateScheduledThread, ({ viewer, params, body }) =>
    threads.updateScheduled(viewer, params.scheduledThreadId, body),
  );
  bind(publishScheduledThread, async ({ viewer, idempotency, params }) =>
    threads.get(
      viewer,
      await threads.publishScheduled(viewer, idempotency, params.scheduledThreadId),
    ),
  );
  bind(deleteScheduledThread, async ({ viewer, params }) => {
    await threads.deleteScheduled(viewer, params.scheduledThreadId);
    return success('success.scheduledDeleted');
  });
}
