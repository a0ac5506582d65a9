import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { threadsPageSize } from '@skein/contracts/limits';
import { request } from '../../../api/index.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import { cursorParam, visitListOptions } from '../list/list-options.ts';

export const foldersKey = ['bookmark-folders'];

/** The viewer's bookmark folders, in their order. */
export const foldersQuery = queryOptions({
  queryKey: [...foldersKey, 'own'],
  queryFn: ({ signal }) => request(routes.listBookmarkFolders, { signal }),
  staleTime: 300_000,
});

/** The viewer's bookmark of a thread, which another device may have moved. */
export function bookmarkQuery(threadId: string) {
  return queryOptions({
    queryKey: [...foldersKey, 'of-thread', threadId],
    queryFn: ({ signal }) => request(routes.getBookmark, { params: { threadId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The bookmarks in a folder, latest first. `visit` is the history entry's key. */
export function folderThreadsQuery(folderId: string, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: [...threadKeys.lists, 'bookmark-folder', folderId, visit],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listBookmarkFolderThreads, {
        params: { folderId },
        query: { size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}
