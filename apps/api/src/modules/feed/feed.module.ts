import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listNotFound } from '../lists/index.ts';
import type { ListsModule } from '../lists/index.ts';
import type { ListedThread, ThreadsModule } from '../threads/index.ts';
import { listFeed, listFeedEntries } from './list-feed.ts';
import type { FeedQuery } from './list-feed.ts';
import { countNewEntries } from './new-entries.queries.ts';
import type { FeedReader } from './new-entries.queries.ts';
import {
  listDeletionRecipients,
  listStreamRecipients,
  listThreadReaders,
  selectStreamedEntry,
} from './stream-recipients.queries.ts';
import type { StreamedEntry } from './stream-recipients.queries.ts';
import { listTimelineMarkers, saveTimelineMarker } from './timeline-markers.repository.ts';
import type { MarkedTimeline, TimelineMarker } from './timeline-markers.repository.ts';

export type FeedModule = ReturnType<typeof createFeedModule>;

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  lists: Pick<ListsModule, 'get'>;
}

export function createFeedModule({ database, threads, lists }: Dependencies) {
  return {
    list: (viewer: Viewer, query: FeedQuery): Promise<ThreadPage> =>
      listFeed(threads, viewer, query),

    /** Threads with the keys that identify their entries. */
    listEntries: (viewer: Viewer, query: Parameters<typeof listFeedEntries>[2]) =>
      listFeedEntries(threads, viewer, query),

    /** For event streams: who of the readers may see an entry, and where. */
    listStreamRecipients: (entry: StreamedEntry, readerIds: readonly string[]) =>
      listStreamRecipients(database, entry, readerIds),
    listThreadReaders: (threadId: string, readerIds: readonly string[]) =>
      listThreadReaders(database, threadId, readerIds),
    listDeletionRecipients: (
      entry: Parameters<typeof listDeletionRecipients>[1],
      readerIds: readonly string[],
    ) => listDeletionRecipients(database, entry, readerIds),

    /** Null if the viewer may not see the entry, or hides it with a filter. */
    async findEntry(viewer: Viewer, entry: StreamedEntry): Promise<ListedThread | null> {
      const source = selectStreamedEntry(viewer.userId, entry);
      const { listed } = await threads.list(viewer, source, { filterContext: 'feeds' });
      return listed[0] ?? null;
    },

    /** The feed of a list of users. @throws NotFoundError also for a list of another user */
    async listOfList(
      viewer: Viewer,
      listId: string,
      query: Omit<FeedQuery, 'feed'>,
    ): Promise<ThreadPage> {
      if (!isId(listId)) throw listNotFound();
      const page = await listFeed(threads, viewer, { ...query, feed: `list:${listId}` });
      // Unknown lists and those of other users have no entries.
      if (page.content.length === 0) await lists.get(viewer, listId);
      return page;
    },

    listMarkers: ({ userId }: Viewer, timelines: readonly MarkedTimeline[]) =>
      listTimelineMarkers(database, userId, timelines),
    saveMarker: ({ userId }: Viewer, marker: Pick<TimelineMarker, 'timeline' | 'lastReadId'>) =>
      saveTimelineMarker(database, userId, marker),

    /** Counts new entries in the Following feeds of many readers, up to a key. Omits zero counts. */
    countNew: (readers: readonly FeedReader[], upTo: string): Promise<Map<string, number>> =>
      countNewEntries(database, readers, upTo),
  };
}
