import * as routes from '@skein/contracts/routes';
import type { RouteResponse } from '@skein/contracts/http';
import type {
  NotificationPolicy,
  NotificationType,
  getEmailDigest,
  getNotificationPreferences,
} from '@skein/contracts/notifications';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { notificationKeys } from './notification-keys.ts';

type Preferences = RouteResponse<typeof getNotificationPreferences>;

/** The notification types the viewer has enabled. */
export const preferencesQuery = queryOptions({
  queryKey: notificationKeys.preferences,
  queryFn: ({ signal }): Promise<Preferences> =>
    request(routes.getNotificationPreferences, { signal }),
});

/** Enables or disables a type. Optimistic, rolled back on failure. */
export function useSetPreference(type: NotificationType) {
  return useMutation({
    // Sequential, so that the last change is the one that is saved.
    scope: { id: `preference:${type}` },
    mutationFn: (isEnabled: boolean) =>
      request(routes.updateNotificationPreferences, { body: { [type]: isEnabled } }),
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

/** Whose notifications the viewer filters. */
export const policyQuery = queryOptions({
  queryKey: notificationKeys.policy,
  queryFn: ({ signal }): Promise<NotificationPolicy> =>
    request(routes.getNotificationPolicy, { signal }),
});

/** Turns a filter on or off. Optimistic, rolled back on failure. */
export function useSetFilter(field: keyof NotificationPolicy) {
  const set = (isFiltered: boolean) => (old?: NotificationPolicy) =>
    old && { ...old, [field]: isFiltered };
  return useMutation({
    // Sequential, so that the last change is the one that is saved.
    scope: { id: `notificationFilter:${field}` },
    mutationFn: (isFiltered: boolean) =>
      request(routes.updateNotificationPolicy, { body: { [field]: isFiltered } }),
    onMutate: (isFiltered, { client }) => {
      client.setQueryData(policyQuery.queryKey, set(isFiltered));
    },
    onSuccess: (_response, _isFiltered, _before, { client }) => {
      for (const queryKey of [notificationKeys.unreadCount, notificationKeys.lists]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: (_error, isFiltered, _before, { client }) => {
      client.setQueryData(policyQuery.queryKey, set(!isFiltered));
      toast.error(t('preferences.failed'));
    },
  });
}

type EmailDigest = RouteResponse<typeof getEmailDigest>;

/** Whether the viewer receives the weekly email. */
export const emailDigestQuery = queryOptions({
  queryKey: notificationKeys.emailDigest,
  queryFn: ({ signal }): Promise<EmailDigest> => request(routes.getEmailDigest, { signal }),
});

/** Turns the weekly email on or off. Optimistic, rolled back on failure. */
export function useSetEmailDigest() {
  const set = (isEnabled: boolean) => (old?: EmailDigest) => old && { ...old, isEnabled };
  return useMutation({
    // Sequential, so that the last change is the one that is saved.
    scope: { id: 'emailDigest' },
    mutationFn: (isEnabled: boolean) => request(routes.updateEmailDigest, { body: { isEnabled } }),
    onMutate: (isEnabled, { client }) => {
      client.setQueryData(emailDigestQuery.queryKey, set(isEnabled));
    },
    onError: (_error, isEnabled, _before, { client }) => {
      client.setQueryData(emailDigestQuery.queryKey, set(!isEnabled));
      toast.error(t('preferences.failed'));
    },
  });
}
