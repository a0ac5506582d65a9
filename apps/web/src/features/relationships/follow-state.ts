import type { User } from '@skein/contracts/users';

type FollowState = Pick<User, 'isFollowing' | 'followRequestStatus' | 'followersCount'>;

export function getFollowState({
  isFollowing,
  followRequestStatus,
  followersCount,
}: User): FollowState {
  return { isFollowing, followRequestStatus, followersCount };
}

/** The optimistic follow state after following a user. */
export function followed({ isPrivate, isFollowing, followersCount }: User): FollowState {
  return isPrivate && !isFollowing
    ? { isFollowing: false, followRequestStatus: 'PENDING', followersCount }
    : {
        isFollowing: true,
        followRequestStatus: null,
        followersCount: followersCount + (isFollowing ? 0 : 1),
      };
}

/** The optimistic follow state after unfollowing a user or withdrawing the request. */
export function unfollowed({ isFollowing, followersCount }: User): FollowState {
  return {
    isFollowing: false,
    followRequestStatus: null,
    followersCount: Math.max(0, followersCount - (isFollowing ? 1 : 0)),
  };
}
