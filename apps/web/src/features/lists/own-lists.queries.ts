import { queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { UserList } from '@skein/contracts/lists';
import { request } from '../../api/index.ts';
import { getSessionUser } from '../../lib/session/index.ts';
import { listsStorageKey, readItem, writeItem } from '../../lib/storage.ts';

export const listsKey = ['lists'];

/**
 * The viewer's lists, in their order. Those of the last visit are shown at once, because tabs that
 * appear later would move the others.
 */
export const listsQuery = queryOptions({
  queryKey: [...listsKey, 'own'],
  queryFn: async ({ signal }) => {
    const lists = await request(routes.listUserLists, { signal });
    writeItem(storageKey(), JSON.stringify(lists));
    return lists;
  },
  initialData: readStoredLists,
  initialDataUpdatedAt: 0,
  staleTime: 300_000,
});

const storageKey = () => listsStorageKey(getSessionUser()?.id ?? '');

function readStoredLists(): UserList[] | undefined {
  try {
    const stored: unknown = JSON.parse(readItem(storageKey()) ?? 'null');
    // Written by `listsQuery` from a valid response.
    return Array.isArray(stored) ? (stored as UserList[]) : undefined;
  } catch {
    return undefined;
  }
}
