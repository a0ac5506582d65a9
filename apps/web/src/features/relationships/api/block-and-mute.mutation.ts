import type {
  blockUser,
  muteReposts,
  muteUser,
  unblockUser,
  unmuteReposts,
  unmuteUser,
} from '@skein/contracts/relationships';
import type { Profile } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { userKeys } from '../../users/api/user-cache.ts';

type BlockTarget = Pick<Profile, 'id' | 'name'>;

/** Blocks or unblocks a user. All user data is refetched, because a block changes much of it. */
export function useBlock({ id, name }: BlockTarget, onDone: () => void) {
  return useMutation({
    mutationFn: async (isBlocked: boolean) => {
      const options = { path: '/users/{userId}/block', params: { userId: id } } as const;
      if (isBlocked) await request<typeof blockUser>({ method: 'POST', ...options });
      else await request<typeof unblockUser>({ method: 'DELETE', ...options });
    },
    onSuccess: async (_response, isBlocked, _before, { client }) => {
      toast.success(t(isBlocked ? 'userMenu.blocked' : 'userMenu.unblocked', { name }));
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => void toast.error(t('userMenu.actionFailed')),
  });
}

/** Mutes or unmutes a user. The user is not notified. */
export function useMute({ id, name }: BlockTarget, onDone: () => void) {
  return useMutation({
    mutationFn: async (isMuted: boolean) => {
      const options = { path: '/users/{userId}/mute', params: { userId: id } } as const;
      if (isMuted) await request<typeof muteUser>({ method: 'POST', ...options });
      else await request<typeof unmuteUser>({ method: 'DELETE', ...options });
    },
    onSuccess: async (_response, isMuted, _before, { client }) => {
      toast.success(t(isMuted ? 'userMenu.muted' : 'userMenu.unmuted', { name }));
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => void toast.error(t('userMenu.actionFailed')),
  });
}

/** Hides or shows the plain reposts of a user in the viewer's feeds. The user is not notified. */
export function useMuteReposts({ id, name }: BlockTarget, onDone: () => void) {
  return useMutation({
    mutationFn: async (areMuted: boolean) => {
      const options = { path: '/users/{userId}/reposts/mute', params: { userId: id } } as const;
      if (areMuted) await request<typeof muteReposts>({ method: 'POST', ...options });
      else await request<typeof unmuteReposts>({ method: 'DELETE', ...options });
    },
    onSuccess: async (_response, areMuted, _before, { client }) => {
      toast.success(t(areMuted ? 'userMenu.repostsHidden' : 'userMenu.repostsShown', { name }));
      onDone();
      await client.invalidateQueries({ queryKey: userKeys.all });
    },
    onError: () => void toast.error(t('userMenu.actionFailed')),
  });
}
