import type { Thread } from '@skein/contracts/threads';
import type { Database, Prisma } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from './require-place.ts';
import { hydrateThreads } from './threads.hydrator.ts';
import type { SourceMark } from './threads.hydrator.ts';
import { readThread } from './threads.queries.ts';
import { toThreadDto } from './threads.serializer.ts';
import type { SerializerContext } from './threads.serializer.ts';

export interface ListedThread {
  thread: Thread;
  /** Its place in the list, as its source gave it. */
  key: string | null;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  instanceHost: string;
}

export type ThreadReading = ReturnType<typeof createThreadReading>;

export function createThreadReading({ database, clock, instanceHost }: Dependencies) {
  const serializerContext = (): SerializerContext => ({ instanceHost, now: clock.now() });

  /**
   * Everything that is shown of the threads a source selects, in the source's order. What a source
   * is, `hydrateThreads` says.
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

  /** Null the same for a malformed id, an unknown and an unseen thread. */
  async function find(viewer: Viewer, threadId: string): Promise<Thread | null> {
    if (!isId(threadId)) return null;
    const found = await readThread(database, viewer.userId, threadId);
    return found && toThreadDto(found, serializerContext());
  }

  /** @throws NotFoundError where `find` gives null */
  async function get(viewer: Viewer, threadId: string): Promise<Thread> {
    const found = await find(viewer, threadId);
    if (found === null) throw threadNotFound();
    return found;
  }

  return { serializerContext, list, find, get };
}
