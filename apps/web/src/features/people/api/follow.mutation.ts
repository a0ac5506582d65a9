import type { followUser, unfollowUser } from '@skein/contracts/follows';
import type { Person } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../lib/api/index.ts';
import { t } from '../../../lib/i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { followed, unfollowed } from '../model/follow-state.ts';
import { patchPerson } from './people-cache.ts';

/** Follows a person, or asks a private one. Shown at once, taken back when it is refused. */
export function useFollow(person: Person) {
  const { id, isFollowing, followRequestStatus, followersCount } = person;
  return useMutation({
    scope: { id: `follow:${id}` },
    mutationFn: () =>
      request<typeof followUser>({
        method: 'POST',
        path: '/users/{userId}/follow-request',
        params: { userId: id },
      }),
    onMutate: (_, { client }) => patchPerson(client, id, followed(person)),
    onSuccess: (answer, _variables, _before, { client }) => {
      patchPerson(client, id, {
        isFollowing: answer.isFollowing,
        followRequestStatus: answer.followRequestStatus,
        followersCount: followersCount + (answer.isFollowing && !isFollowing ? 1 : 0),
      });
      if (answer.status === 'PENDING') toast.success(t('people.requestSent'));
    },
    onError: (_error, _variables, _before, { client }) => {
      patchPerson(client, id, { isFollowing, followRequestStatus, followersCount });
      toast.error(t('people.requestFailed'));
    },
  });
}

/** Unfollows a person, or withdraws the request. */
export function useUnfollow(person: Person) {
  const { id, isFollowing, followRequestStatus, followersCount } = person;
  return useMutation({
    scope: { id: `follow:${id}` },
    mutationFn: () =>
      request<typeof unfollowUser>({
        method: 'DELETE',
        path: '/users/{userId}/follow',
        params: { userId: id },
      }),
    onMutate: (_, { client }) => patchPerson(client, id, unfollowed(person)),
    onSuccess: () => {
      if (isFollowing) toast.success(t('people.unfollowed'));
    },
    onError: (_error, _variables, _before, { client }) => {
      patchPerson(client, id, { isFollowing, followRequestStatus, followersCount });
      toast.error(t('people.unfollowFailed'));
    },
  });
}
