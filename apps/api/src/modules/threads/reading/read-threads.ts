import type { Thread } from '@skein/contracts/threads';
import type { Database, Prisma } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { applyFilters, selectLanguages } from './apply-filters.ts';
import { threadNotFound } from './require-thread.ts';
import { hydrateThreads } from './threads.hydrator.ts';
import type { Continuation, ListOptions } from './threads.hydrator.ts';
import { readThread, selectByIds } from './threads.queries.ts';
import { toThreadDto } from './threads.serializer.ts';
import type { SerializerContext } from './threads.serializer.ts';

export interface ListedThread {
  thread: Thread;
  /** Its position in the list, from the source. */
  key: string | null;
}

export interface ThreadList {
  listed: ListedThread[];
  /** The number of threads read, including those that a filter hides. */
  readCount: number;
  /** The key of the last thread read. */
  lastKey: string | null;
  continuation: Continuation | null;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  instanceHost: string;
  hasLinkCards: () => boolean;
}

export type ThreadReader = ReturnType<typeof createThreadReader>;

export function createThreadReader(dependencies: Dependencies) {
  const { database, clock, instanceHost, hasLinkCards } = dependencies;
  const serializerContext = (): SerializerContext => ({
    instanceHost,
    hasLinkCards: hasLinkCards(),
    now: clock.now(),
  });

  /** The threads that a source selects, in its order. See `hydrateThreads` for the source. */
  async function list(
    viewer: Viewer,
    source: Prisma.Sql,
    options: ListOptions = {},
  ): Promise<ThreadList> {
    const { threads, continuation, filters, feedLanguages } = await hydrateThreads(
      database,
      viewer.userId,
      source,
      options,
    );
    const context = serializerContext();
    const all = threads.map((thread) => ({
      thread: toThreadDto(thread, context),
      key: thread.key,
    }));
    const { filterContext } = options;
    const end = { readCount: all.length, lastKey: all.at(-1)?.key ?? null, continuation };
    const listed = selectLanguages(all, feedLanguages, viewer.userId);
    if (filterContext === undefined || filters.length === 0) return { listed, ...end };
    const use = { filters, context: filterContext, viewerId: viewer.userId };
    return { listed: applyFilters(listed, use), ...end };
  }

  /** Null for a malformed id, an unknown thread and one that the viewer may not see. */
  async function find(viewer: Viewer, threadId: string): Promise<Thread | null> {
    if (!isId(threadId)) return null;
    const found = await readThread(database, viewer.userId, threadId);
    return found && toThreadDto(found, serializerContext());
  }

  /** @throws NotFoundError when `find` returns null */
  async function get(viewer: Viewer, threadId: string): Promise<Thread> {
    const found = await find(viewer, threadId);
    if (found === null) throw threadNotFound();
    return found;
  }

  /** In the order of the ids, without threads that the viewer may not see. */
  async function listByIds(viewer: Viewer, ids: readonly string[]): Promise<Thread[]> {
    const known = [...new Set(ids.filter(isId))];
    if (known.length === 0) return [];
    const { listed } = await list(viewer, selectByIds(viewer.userId, known));
    return listed.map(({ thread }) => thread);
  }

  return { serializerContext, list, listByIds, find, get };
}
