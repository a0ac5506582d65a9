import { listBookmarkFolderThreads } from '@skein/contracts/bookmarks';
import {
  listBookmarkedThreads,
  listLikedThreads,
  listMyThreads,
  listThreadQuotes,
  listUserThreads,
} from '@skein/contracts/feed';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import type { TimelinesModule } from './timelines.module.ts';

export function timelinesRoutes(bind: BindRoute, timelines: TimelinesModule): void {
  bind(listMyThreads, ({ viewer, query }) => timelines.listOwn(viewer, query));
  bind(listLikedThreads, ({ viewer, query }) => timelines.listLiked(viewer, query.limit));
  bind(listBookmarkedThreads, ({ viewer, query }) => timelines.listBookmarked(viewer, query));
  bind(listBookmarkFolderThreads, ({ viewer, params, query }) =>
    timelines.listBookmarkFolder(viewer, params.folderId, query),
  );
  bind(listThreadQuotes, ({ viewer, params, query }) =>
    timelines.listQuotes(viewer, params.threadId, query),
  );
  bind(listUserThreads, ({ viewer, params, query }) =>
    timelines.listOfUser(viewer, params.userIdOrUsername, query),
  );
}
