import * as routes from '@skein/contracts/routes';
import type { User } from '@skein/contracts/users';
import { isRemoteUsername } from '@skein/contracts/text';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { followed, getFollowState, unfollowed } from './follow-state.ts';
import { patchUser, userKeys } from '../users/user-cache.ts';

// The variable of each mutation is the user before the change. The component's own copy already
// contains the optimistic update by the time the mutation ends.

// One at a time, because toasts cover the panels next to the feed.
const followToast = { key: 'follow' };

/** Whether any button has a pending follow or unfollow of this user. */
export function useIsFollowPending(userId: string): boolean {
  return useIsMutating({ mutationKey: userKeys.follow(userId) }) > 0;
}

/** Follows a user, or sends a request to a private account. Optimistic, rolled back on failure. */
export function useFollow(userId: string) {
  return useMutation({
    mutationKey: userKeys.follow(userId),
    scope: { id: `follow:${userId}` },
    mutationFn: (_before: User) => request(routes.followUser, { params: { userId } }),
    // Another server has to accept the request first.
    onMutate: (before, { client }) => {
      const isPrivate = before.isPrivate || isRemoteUsername(before.username);
      patchUser(client, userId, followed({ ...before, isPrivate }));
    },
    onSuccess: ({ status }, before, _result, { client }) => {
      patchUser(client, userId, followed({ ...before, isPrivate: status === 'PENDING' }));
      const text = t(status === 'PENDING' ? 'users.requestSent' : 'users.followed', {
        name: before.name,
      });
      toast.success(text, undefined, followToast);
    },
    onError: (_error, before, _result, { client }) => {
      patchUser(client, userId, getFollowState(before));
      toast.error(t('users.requestFailed'));
    },
  });
}

/** Unfollows a user or withdraws the follow request. Optimistic, rolled back on failure. */
export function useUnfollow(userId: string) {
  return useMutation({
    mutationKey: userKeys.follow(userId),
    scope: { id: `follow:${userId}` },
    mutationFn: (_before: User) => request(routes.unfollowUser, { params: { userId } }),
    onMutate: (before, { client }) =>
      patchUser(client, userId, { ...unfollowed(before), isNotifying: false }),
    onSuccess: (_response, before) => {
      if (before.isFollowing) toast.success(t('users.unfollowed'), undefined, followToast);
    },
    onError: (_error, before, _result, { client }) => {
      patchUser(client, userId, getFollowState(before));
      toast.error(t(before.isFollowing ? 'users.unfollowFailed' : 'users.withdrawFailed'));
    },
  });
}
