import {
  approveFollowRequest,
  blockUser,
  followUser,
  listBlockedUsers,
  listFollowers,
  listFollowing,
  listMutedUsers,
  listPendingFollowRequests,
  listSentFollowRequests,
  muteUser,
  rejectFollowRequest,
  removeFollower,
  unblockUser,
  unfollowUser,
  unmuteUser,
} from '@skein/contracts/relationships';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../http/routes/success.ts';
import type { RelationshipsModule } from './relationships.module.ts';

export function relationshipsRoutes(bind: BindRoute, follows: RelationshipsModule): void {
  bind(followUser, ({ viewer, params }) => follows.follow(viewer, params.userId));
  bind(unfollowUser, async ({ viewer, params }) => {
    await follows.unfollow(viewer, params.userId);
    return success('You have unfollowed this user.');
  });
  bind(removeFollower, async ({ viewer, params }) => {
    await follows.removeFollower(viewer, params.userId);
    return success('This person does not follow you any more.');
  });
  bind(listFollowers, ({ viewer, params, query }) =>
    follows.listFollowers(viewer, params.userIdOrUsername, query),
  );
  bind(listFollowing, ({ viewer, params, query }) =>
    follows.listFollowing(viewer, params.userIdOrUsername, query),
  );
  requestRoutes(bind, follows);
  blockRoutes(bind, follows);
}

function requestRoutes(bind: BindRoute, follows: RelationshipsModule): void {
  bind(listPendingFollowRequests, ({ viewer, query }) => follows.listPending(viewer, query.limit));
  bind(listSentFollowRequests, ({ viewer, query }) => follows.listSentRequests(viewer, query));
  bind(approveFollowRequest, async ({ viewer, params }) => {
    await follows.approve(viewer, params.requestId);
    return { ...success('Follow request approved!'), status: 'approved' as const };
  });
  bind(rejectFollowRequest, async ({ viewer, params }) => {
    await follows.reject(viewer, params.requestId);
    return { ...success('Follow request rejected.'), status: 'rejected' as const };
  });
}

function blockRoutes(bind: BindRoute, follows: RelationshipsModule): void {
  bind(blockUser, async ({ viewer, params }) => {
    await follows.block(viewer, params.userId);
    return { ...success('You have blocked this person.'), isBlocked: true as const };
  });
  bind(unblockUser, async ({ viewer, params }) => {
    await follows.unblock(viewer, params.userId);
    return { ...success('You have unblocked this person.'), isBlocked: false as const };
  });
  bind(muteUser, async ({ viewer, params }) => {
    await follows.mute(viewer, params.userId);
    return { ...success('You have muted this person.'), isMuted: true as const };
  });
  bind(unmuteUser, async ({ viewer, params }) => {
    await follows.unmute(viewer, params.userId);
    return { ...success('You have unmuted this person.'), isMuted: false as const };
  });
  bind(listBlockedUsers, ({ viewer, query }) => follows.listBlocked(viewer, query));
  bind(listMutedUsers, ({ viewer, query }) => follows.listMuted(viewer, query));
}
