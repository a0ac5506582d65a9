import * as routes from '@skein/contracts/routes';
import type { FilteredNotifications } from '@skein/contracts/notifications';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { notificationKeys } from './notification-keys.ts';

/** The users whose notifications are filtered. */
export const filteredQuery = queryOptions({
  queryKey: notificationKeys.filtered,
  queryFn: ({ signal }): Promise<FilteredNotifications[]> =>
    request(routes.listFilteredNotifications, { signal }),
});

/** Accepts or dismisses the notifications of a user. */
export function useDecideFiltered(userId: string) {
  return useMutation({
    mutationFn: async (decision: 'accept' | 'dismiss') => {
      const options = { params: { userId } };
      if (decision === 'accept') await request(routes.acceptFilteredNotifications, options);
      else await request(routes.dismissFilteredNotifications, options);
    },
    onSuccess: (_response, _decision, _before, { client }) => {
      client.setQueryData(filteredQuery.queryKey, (old) =>
        old?.filter(({ user }) => user.id !== userId),
      );
      for (const queryKey of [notificationKeys.unreadCount, notificationKeys.lists]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: () => toast.error(t('notifications.decideFailed')),
  });
}
