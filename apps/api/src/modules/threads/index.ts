import type { Thread } from '@skein/contracts/threads';
import type { Database, Prisma } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import { createThread } from './create-thread.ts';
import type { ThreadInput } from './create-thread.ts';
import { hydrateThreads } from './threads.hydrator.ts';
import type { SourceMark } from './threads.hydrator.ts';
import { selectVisibleThread } from './threads.queries.ts';
import { toThreadDto } from './threads.serializer.ts';

export { threadsRoutes } from './threads.routes.ts';
export { isThreadVisible } from './visibility.queries.ts';

export type ThreadsModule = ReturnType<typeof createThreadsModule>;

export interface ListedThread {
  thread: Thread;
  /** Its place in the list, as its source gave it. */
  key: string | null;
}

interface Dependencies {
  database: Database;
  media: Pick<MediaModule, 'prepareAll' | 'insert' | 'discard'>;
  clock: Clock;
  /** Stands behind the at sign of every author's public address. */
  instanceHost: string;
}

export function createThreadsModule({ database, media, clock, instanceHost }: Dependencies) {
  const serializerContext = () => ({ instanceHost, now: clock.now() });

  /**
   * Everything that is shown of the threads a source selects, in the source's order, in one
   * statement. What a source is, `hydrateThreads` says.
   */
  async function list(
    viewer: Viewer,
    source: Prisma.Sql,
  ): Promise<{ listed: ListedThread[]; mark: SourceMark | null }> {
    const { threads, mark } = await hydrateThreads(database, viewer.userId, source);
    const context = serializerContext();
    const listed = threads.map((thread) => ({
      thread: toThreadDto(thread, context),
      key: thread.key,
    }));
    return { listed, mark };
  }

  /** @throws NotFoundError the same for a malformed id, an unknown and an unseen thread */
  async function get(viewer: Viewer, threadId: string): Promise<Thread> {
    if (!isId(threadId)) throw threadNotFound();
    const { listed } = await list(viewer, selectVisibleThread(viewer.userId, threadId));
    const [found] = listed;
    if (found === undefined) throw threadNotFound();
    return found.thread;
  }

  return {
    list,
    get,

    /** @throws ValidationError, and what the media module refuses a file with */
    async create(
      viewer: Viewer,
      input: ThreadInput,
      files: readonly UploadedFile[],
    ): Promise<Thread> {
      const row = await createThread({ database, media }, viewer, input, files);
      return toThreadDto({ row, quoted: null, repostedBy: null, key: null }, serializerContext());
    },
  };
}

function threadNotFound(): NotFoundError {
  return new NotFoundError('This thread does not exist, or you may not see it.');
}
