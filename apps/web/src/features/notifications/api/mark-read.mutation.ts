import type { markNotificationsRead } from '@skein/contracts/notifications';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { patchNotifications } from './notification-cache.ts';
import { unreadNotificationsQuery } from './unread-count.queries.ts';

/** Marks notifications as read: those with these ids, or all. */
export function useMarkRead() {
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      request<typeof markNotificationsRead>({
        method: 'PUT',
        path: '/notifications/mark-read',
        body: ids === 'all' ? {} : { ids: [...ids] },
      }),
    onMutate: (ids, { client }) => {
      const isMeant = ({ id }: { id: string }) => ids === 'all' || ids.includes(id);
      patchNotifications(client, isMeant, { isRead: true });
    },
    onSuccess: ({ count }, _ids, _before, { client }) => {
      client.setQueryData(unreadNotificationsQuery.queryKey, (old) => old && { ...old, count });
    },
    // Those seen are marked with the next visit; only who asked for it is told.
    onError: (_error, ids) => {
      if (ids === 'all') toast.error(t('notifications.markFailed'));
    },
  });
}
