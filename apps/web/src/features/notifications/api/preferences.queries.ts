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

/** The notification types the viewer has enabled. */
export const preferencesQuery = queryOptions({
  queryKey: notificationKeys.preferences,
  queryFn: ({ signal }): Promise<Preferences> =>
    request<typeof getNotificationPreferences>({
      method: 'GET',
      path: '/notifications/preferences',
      signal,
    }),
});

/** Enables or disables a type. Optimistic, rolled back on failure. */
export function useSetPreference(type: NotificationType) {
  return useMutation({
    // Sequential, so that the last change is the one that is saved.
    scope: { id: `preference:${type}` },
    mutationFn: (isEnabled: boolean) =>
      request<typeof updateNotificationPreferences>({
        method: 'PUT',
        path: '/notifications/preferences',
        body: { [type]: isEnabled },
      }),
    onMutate: (isEnabled, { client }) => {
      client.setQueryData(preferencesQuery.queryKey, (old) => old && { ...old, [type]: isEnabled });
    },
    onSuccess: (_response, _isWanted, _before, { client }) => {
      void client.invalidateQueries({ queryKey: notificationKeys.unreadCount });
    },
    onError: (_error, isEnabled, _before, { client }) => {
      client.setQueryData(
        preferencesQuery.queryKey,
        (old) => old && { ...old, [type]: !isEnabled },
      );
      toast.error(t('preferences.failed'));
    },
  });
}
