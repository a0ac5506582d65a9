import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { ApiError, request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import { listMembersQuery } from './lists.queries.ts';
import { listsKey, listsQuery } from './own-lists.queries.ts';

/** Creates a list, or renames the one with this id. */
export function useSaveList(listId?: string) {
  return useMutation({
    mutationFn: (name: string) =>
      listId === undefined
        ? request(routes.createUserList, { body: { name } })
        : request(routes.renameUserList, { params: { listId }, body: { name } }),
    onSuccess: (_list, _name, _before, { client }) => refetchLists(client),
    onError: showError,
  });
}

export function useDeleteList() {
  return useMutation({
    mutationFn: (listId: string) => request(routes.deleteUserList, { params: { listId } }),
    onSuccess: (_response, _variables, _before, { client }) => refetchLists(client),
    onError: showError,
  });
}

/** Saves the order of the lists. Optimistic. */
export function useOrderLists() {
  return useMutation({
    scope: { id: 'order-lists' },
    mutationFn: (ids: string[]) => request(routes.orderUserLists, { body: { ids } }),
    onMutate: (ids, { client }) => {
      client.setQueryData(listsQuery.queryKey, (lists) =>
        lists?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      );
    },
    onError: showError,
    onSettled: (_response, _error, _ids, _before, { client }) => refetchLists(client),
  });
}

/** Adds a user to a list or removes the user from it. The user is not notified. */
export function useListMember(userId: string) {
  return useMutation({
    scope: { id: `lists-of-${userId}` },
    mutationFn: async ({ listId, isMember }: { listId: string; isMember: boolean }) => {
      const target = {
        params: { listId, userId },
      } as const;
      if (isMember) await request(routes.addListMember, target);
      else await request(routes.removeListMember, target);
    },
    onSuccess: (_response, { listId }, _before, { client }) =>
      Promise.all([
        refetchLists(client),
        client.invalidateQueries({ queryKey: listMembersQuery(listId).queryKey }),
        client.invalidateQueries({ queryKey: [...threadKeys.lists, 'list', listId] }),
      ]),
    onError: showError,
  });
}

function refetchLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: listsKey });
}

function showError(error: Error): void {
  const message = error instanceof ApiError ? error.message : t('common.networkError');
  toast.error(t('lists.failed'), message);
}
