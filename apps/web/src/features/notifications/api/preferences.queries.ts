import type { RouteResponse } from '@skein/contracts/http';
import type {
  NotificationType,
  getNotificationPreferences,
  updateNotificationPreferences,
} from '@skein/contracts/notifications';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { notificationKeys } from './notification-keys.ts';

type Preferences = RouteResponse<typeof getNotificationPreferences>;

/** Of which types the viewer wants to be told. */
export const preferencesQuery = queryOptions({
  queryKey: notificationKeys.preferences,
  queryFn: ({ signal }): Promise<Preferences> =>
    request<typeof getNotificationPreferences>({
      method: 'GET',
      path: '/notifications/preferences',
      signal,
    }),
});

/** Wants a type, or no more: at once, and taken back if it cannot be saved. */
export function useSetPreference(type: NotificationType) {
  return useMutation({
    // One after the other: the last choice is the one that is saved.
    scope: { id: `preference:${type}` },
    mutationFn: (isWanted: boolean) =>
      request<typeof updateNotificationPreferences>({
        method: 'PUT',
        path: '/notifications/preferences',
        body: { [type]: isWanted },
      }),
    onMutate: (isWanted, { client }) => {
      client.setQueryData(preferencesQuery.queryKey, (old) => old && { ...old, [type]: isWanted });
    },
    onSuccess: (_answer, _isWanted, _before, { client }) => {
      void client.invalidateQueries({ queryKey: notificationKeys.unreadCount });
    },
    onError: (_error, isWanted, _before, { client }) => {
      client.setQueryData(preferencesQuery.queryKey, (old) => old && { ...old, [type]: !isWanted });
      toast.error(t('preferences.failed'));
    },
  });
}
