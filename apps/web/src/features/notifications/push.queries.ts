import { queryOptions, useMutation } from '@tanstack/react-query';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { notificationKeys } from './notification-keys.ts';
import { readPushState, turnPushOff, turnPushOn } from './push.ts';

export const pushStateQuery = queryOptions({
  queryKey: notificationKeys.push,
  queryFn: readPushState,
  // The user may have changed the permission in the browser's settings.
  refetchOnWindowFocus: 'always',
});

/** Turns push notifications on or off. Browsers ask for permission only after a click. */
export function useTogglePush() {
  return useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onSuccess: (state, _on, _before, { client }) => {
      client.setQueryData(pushStateQuery.queryKey, state);
    },
    onError: (_error, _on, _before, { client }) => {
      toast.error(t('push.failed'));
      void client.invalidateQueries({ queryKey: pushStateQuery.queryKey });
    },
  });
}
