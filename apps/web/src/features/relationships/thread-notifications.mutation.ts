import * as routes from '@skein/contracts/routes';
import type { Profile } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { patchUser } from '../users/user-cache.ts';

/** Turns notifications for each new thread of a followed user on or off. */
export function useToggleThreadNotifications({ id, name }: Pick<Profile, 'id' | 'name'>) {
  return useMutation({
    mutationFn: async (isNotifying: boolean) => {
      const options = { params: { userId: id } };
      if (isNotifying) await request(routes.enableThreadNotifications, options);
      else await request(routes.disableThreadNotifications, options);
    },
    onSuccess: (_response, isNotifying, _before, { client }) => {
      patchUser(client, id, { isNotifying });
      toast.success(t(isNotifying ? 'users.notifying' : 'users.notNotifying', { name }));
    },
    onError: () => toast.error(t('userMenu.actionFailed')),
  });
}
