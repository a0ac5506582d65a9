import { queryOptions, useMutation } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { notificationKeys } from './notification-keys.ts';
import { readPushState, turnPushOff, turnPushOn } from './push.ts';

export const pushStateQuery = queryOptions({
  queryKey: notificationKeys.push,
  queryFn: readPushState,
  // The browser's own settings may have changed meanwhile.
  refetchOnWindowFocus: 'always',
});

/** Has notifications pushed to this browser, or no more. To be called by a click alone. */
export function useSwitchPush() {
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
