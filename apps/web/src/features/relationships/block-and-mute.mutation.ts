import * as routes from '@skein/contracts/routes';
import type { Profile } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { userKeys } from '../users/user-cache.ts';

type BlockTarget = Pick<Profile, 'id' | 'name'>;

/** Identifies the blocking of a user while it is pending. */
export const getBlockKey = (userId: string | undefined) => ['block', userId] as const;

/** Blocks or unblocks a user. All user data is refetched, because a block changes much of it. */
export function useBlock({ id, name }: BlockTarget, onDone: () => void) {
  return useMutation({
    mutationKey: getBlockKey(id),
    mutationFn: async (isBlocked: boolean) => {
      const options = { params: { userId: id } };
      if (isBlocked) await request(routes.blockUser, options);
      else await request(routes.unblockUser, options);
    },
    onSuccess: async (_response, isBlocked, _before, { client }) => {
      toast.success(t(isBlocked ? 'userMenu.blocked' : 'userMenu.unblocked', { name }));
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => toast.error(t('userMenu.actionFailed')),
  });
}

/**
 * Mutes or unmutes a user. The user is not notified.
 * @param durationSeconds Undefined for a mute without an end.
 */
export function useMute({ id, name }: BlockTarget, onDone: () => void, durationSeconds?: number) {
  return useMutation({
    mutationFn: async (isMuted: boolean) => {
      const options = { params: { userId: id } };
      if (isMuted) await request(routes.muteUser, { ...options, body: { durationSeconds } });
      else await request(routes.unmuteUser, options);
    },
    onSuccess: async (_response, isMuted, _before, { client }) => {
      toast.success(t(isMuted ? 'userMenu.muted' : 'userMenu.unmuted', { name }));
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => toast.error(t('userMenu.actionFailed')),
  });
}

/** Hides or shows the plain reposts of a user in the viewer's feeds. The user is not notified. */
export function useMuteReposts({ id, name }: BlockTarget, onDone: () => void) {
  return useMutation({
    mutationFn: async (areMuted: boolean) => {
      const options = { params: { userId: id } };
      if (areMuted) await request(routes.muteReposts, options);
      else await request(routes.unmuteReposts, options);
    },
    onSuccess: async (_response, areMuted, _before, { client }) => {
      toast.success(t(areMuted ? 'userMenu.repostsHidden' : 'userMenu.repostsShown', { name }));
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => toast.error(t('userMenu.actionFailed')),
  });
}
