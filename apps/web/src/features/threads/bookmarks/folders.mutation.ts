import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { patchThread } from '../cache/thread-cache.ts';
import { runSequentially } from '../engagement/toggle-mutation.ts';
import { foldersKey, foldersQuery } from './folders.queries.ts';

/** Creates a folder, or renames the one with this id. */
export function useSaveFolder(folderId?: string) {
  return useMutation({
    mutationFn: (name: string) =>
      folderId === undefined
        ? request(routes.createBookmarkFolder, { body: { name } })
        : request(routes.renameBookmarkFolder, { params: { folderId }, body: { name } }),
    onSuccess: (_folder, _name, _before, { client }) => refetchFolders(client),
    onError: showError,
  });
}

export function useDeleteFolder() {
  return useMutation({
    mutationFn: (folderId: string) =>
      request(routes.deleteBookmarkFolder, { params: { folderId } }),
    onSuccess: (_response, _folderId, _before, { client }) => refetchFolders(client),
    onError: showError,
  });
}

/** Saves the order of the folders. Optimistic. */
export function useOrderFolders() {
  return useMutation({
    scope: { id: 'order-bookmark-folders' },
    mutationFn: (ids: string[]) => request(routes.orderBookmarkFolders, { body: { ids } }),
    onMutate: (ids, { client }) => {
      client.setQueryData(foldersQuery.queryKey, (folders) =>
        folders?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      );
    },
    onError: showError,
    onSettled: (_response, _error, _ids, _before, { client }) => refetchFolders(client),
  });
}

/** Bookmarks a thread in a folder, or moves the bookmark; null for none. */
export async function saveInFolder(
  client: QueryClient,
  thread: Thread,
  folder: { id: string; name: string } | null,
): Promise<void> {
  const { id: threadId, isBookmarked, bookmarksCount } = thread;
  try {
    await runSequentially(client, threadId, () =>
      request(routes.saveBookmark, {
        params: { threadId },
        body: { folderId: folder?.id ?? null },
      }),
    );
    patchThread(client, threadId, {
      isBookmarked: true,
      bookmarksCount: bookmarksCount === null || isBookmarked ? bookmarksCount : bookmarksCount + 1,
    });
    toast.success(
      folder === null ? t('folders.takenOut') : t('folders.saved', { name: folder.name }),
    );
  } catch (error) {
    showError(error);
  }
}

function refetchFolders(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: foldersKey });
}

function showError(error: unknown): void {
  const message = error instanceof ApiError ? error.message : t('common.networkError');
  toast.error(t('folders.failed'), message);
}
