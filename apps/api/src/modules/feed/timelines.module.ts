import type { Viewer } from '../../platform/viewer.ts';
import {
  listBookmarked,
  listBookmarkFolder,
  listLiked,
  listOwnThreads,
  listQuotes,
  listUserEntries,
  listUserThreads,
} from './list-timelines.ts';
import type { EntriesQuery, TimelinesDependencies, UserThreadsQuery } from './list-timelines.ts';
import type { TimelineQuery } from './timeline.ts';

export type TimelinesModule = ReturnType<typeof createTimelinesModule>;

/** Lists of threads other than the feed. They throw ValidationError for a cursor of another list. */
export function createTimelinesModule(deps: TimelinesDependencies) {
  return {
    listOwn: (viewer: Viewer, query: TimelineQuery) => listOwnThreads(deps, viewer, query),
    listLiked: (viewer: Viewer, limit: number) => listLiked(deps, viewer, limit),
    listBookmarked: (viewer: Viewer, query: TimelineQuery) => listBookmarked(deps, viewer, query),
    listBookmarkFolder: (viewer: Viewer, folderId: string, query: TimelineQuery) =>
      listBookmarkFolder(deps, viewer, folderId, query),
    listQuotes: (viewer: Viewer, threadId: string, query: TimelineQuery) =>
      listQuotes(deps, viewer, threadId, query),
    listEntries: (viewer: Viewer, idOrUsername: string, query: EntriesQuery) =>
      listUserEntries(deps, viewer, idOrUsername, query),
    listOfUser: (viewer: Viewer, idOrUsername: string, query: UserThreadsQuery) =>
      listUserThreads(deps, viewer, idOrUsername, query),
  };
}
