import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import type { ListsModule } from '../lists/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { findEntry } from './find-entry.ts';
import { listFeed, listFeedEntries, listFeedOfList } from './list-feed.ts';
import type { FeedEntriesQuery, FeedQuery } from './list-feed.ts';
import { countNewEntries } from './new-entries.queries.ts';
import type { FeedReader } from './new-entries.queries.ts';
import {
  listDeletionRecipients,
  listStreamRecipients,
  listThreadReaders,
} from './stream-recipients.queries.ts';
import type { DeletedEntry, StreamedEntry } from './stream-recipients.queries.ts';
import { listTimelineMarkers, saveTimelineMarker } from './timeline-markers.repository.ts';
import type { MarkedTimeline, TimelineMarker } from './timeline-markers.repository.ts';

export type FeedModule = ReturnType<typeof createFeedModule>;

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  lists: Pick<ListsModule, 'get'>;
  siteSettings: Pick<CurrentSiteSettings, 'current'>;
}

export function createFeedModule({ database, threads, lists, siteSettings }: Dependencies) {
  const deps = { database, threads, lists, siteSettings };
  const listsRemote = () => siteSettings.current().listsRemoteThreads;
  return {
    list: (viewer: Viewer, query: FeedQuery) => listFeed(deps, viewer, query),
    listEntries: (viewer: Viewer, query: FeedEntriesQuery) => listFeedEntries(deps, viewer, query),
    listOfList: (viewer: Viewer, listId: string, query: Omit<FeedQuery, 'feed'>) =>
      listFeedOfList(deps, viewer, listId, query),
    findEntry: (viewer: Viewer, entry: StreamedEntry) => findEntry(deps, viewer, entry),

    listStreamRecipients: (entry: StreamedEntry, readerIds: readonly string[]) =>
      listStreamRecipients(database, { ...entry, listsRemote: listsRemote() }, readerIds),
    listThreadReaders: (threadId: string, readerIds: readonly string[]) =>
      listThreadReaders(database, threadId, readerIds),
    listDeletionRecipients: (entry: DeletedEntry, readerIds: readonly string[]) =>
      listDeletionRecipients(database, entry, readerIds),

    listMarkers: ({ userId }: Viewer, timelines: readonly MarkedTimeline[]) =>
      listTimelineMarkers(database, userId, timelines),
    saveMarker: ({ userId }: Viewer, marker: Pick<TimelineMarker, 'timeline' | 'lastReadId'>) =>
      saveTimelineMarker(database, userId, marker),

    countNew: (readers: readonly FeedReader[], upTo: string) =>
      countNewEntries(database, readers, upTo),
  };
}
