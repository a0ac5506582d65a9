import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { patchNotifications } from './notification-cache.ts';
import { unreadNotificationsQuery } from './unread-count.queries.ts';

/** Marks the notifications with these ids, or all, as read. */
export function useMarkRead() {
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      request(routes.markNotificationsRead, { body: ids === 'all' ? {} : { ids: [...ids] } }),
    onMutate: (ids, { client }) => {
      const matches = ({ id }: { id: string }) => ids === 'all' || ids.includes(id);
      patchNotifications(client, matches, { isRead: true });
    },
    onSuccess: ({ count }, _ids, _before, { client }) => {
      client.setQueryData(unreadNotificationsQuery.queryKey, (old) => old && { ...old, count });
    },
    // Automatic marking is repeated on the next visit, so only the button reports a failure.
    onError: (_error, ids) => {
      if (ids === 'all') toast.error(t('notifications.markFailed'));
    },
  });
}
