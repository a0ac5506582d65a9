import type { followUser, unfollowUser } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { followed, followStateOf, unfollowed } from '../model/follow-state.ts';
import { patchUser } from '../../users/api/user-cache.ts';
import { userKeys } from '../../users/api/user-keys.ts';

// A change is told the person as they were when it began: what the component knows of them by the
// time it ends is what the change itself has made of them.

/** Whether a follow or unfollow of this user is pending, started by any button. */
export function useIsFollowPending(userId: string): boolean {
  return useIsMutating({ mutationKey: userKeys.follow(userId) }) > 0;
}

/** Follows a person, or asks a private one. Shown at once, taken back when it is refused. */
export function useFollow(userId: string) {
  return useMutation({
    mutationKey: userKeys.follow(userId),
    scope: { id: `follow:${userId}` },
    mutationFn: (_before: User) =>
      request<typeof followUser>({
        method: 'POST',
        path: '/users/{userId}/follow-request',
        params: { userId },
      }),
    onMutate: (before, { client }) => patchUser(client, userId, followed(before)),
    onSuccess: ({ status }, before, _result, { client }) => {
      patchUser(client, userId, followed({ ...before, isPrivate: status === 'PENDING' }));
      const { name } = before;
      toast.success(t(status === 'PENDING' ? 'people.requestSent' : 'people.followed', { name }));
    },
    onError: (_error, before, _result, { client }) => {
      patchUser(client, userId, followStateOf(before));
      toast.error(t('people.requestFailed'));
    },
  });
}

/** Unfollows a person, or withdraws the request. */
export function useUnfollow(userId: string) {
  return useMutation({
    mutationKey: userKeys.follow(userId),
    scope: { id: `follow:${userId}` },
    mutationFn: (_before: User) =>
      request<typeof unfollowUser>({
        method: 'DELETE',
        path: '/users/{userId}/follow',
        params: { userId },
      }),
    onMutate: (before, { client }) => patchUser(client, userId, unfollowed(before)),
    onSuccess: (_answer, before) => {
      if (before.isFollowing) toast.success(t('people.unfollowed'));
    },
    onError: (_error, before, _result, { client }) => {
      patchUser(client, userId, followStateOf(before));
      toast.error(t(before.isFollowing ? 'people.unfollowFailed' : 'people.withdrawFailed'));
    },
  });
}
