import type { QueryClient } from '@tanstack/react-query';
import { useMutation } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { createFilter } from '@skein/contracts/filters';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { notificationKeys } from '../../notifications/notification-keys.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { RequestOptions } from '../../../api/route-types.ts';
import { filtersQuery } from './filters.queries.ts';

type FilterBody = RequestOptions<typeof createFilter>['body'];

/** Creates a filter, or replaces the one with this id. */
export function useSaveFilter(id: string | undefined, onSaved: () => void) {
  return useMutation({
    mutationFn: async (body: FilterBody) => {
      if (id === undefined) {
        await request(routes.createFilter, { body });
      } else {
        const target = { params: { filterId: id } };
        await request(routes.updateFilter, { ...target, body });
      }
    },
    onSuccess: async (_response, _body, _before, { client }) => {
      toast.success(t('filters.saved'));
      onSaved();
      await refetch(client);
    },
    onError: (error) => {
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('filters.saveFailed'), message);
    },
  });
}

export function useDeleteFilter(filterId: string) {
  return useMutation({
    mutationFn: () => request(routes.deleteFilter, { params: { filterId } }),
    onSuccess: (_response, _variables, _before, { client }) => refetch(client),
    onError: () => toast.error(t('filters.deleteFailed')),
  });
}

/** Filters change every list of threads and notifications. */
function refetch(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: filtersQuery.queryKey }),
    client.invalidateQueries({ queryKey: threadKeys.all }),
    client.invalidateQueries({ queryKey: notificationKeys.lists }),
  ]);
}
