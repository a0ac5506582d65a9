import {
  approveFollowRequest,
  blockServer,
  blockUser,
  disableThreadNotifications,
  enableThreadNotifications,
  followUser,
  listBlockedServers,
  listBlockedUsers,
  listDismissedSuggestions,
  listFollowers,
  listFollowing,
  listMutedUsers,
  listPendingFollowRequests,
  listSentFollowRequests,
  muteReposts,
  muteUser,
  rejectFollowRequest,
  removeFollower,
  restoreSuggestedUser,
  saveNote,
  unblockServer,
  unblockUser,
  unfollowUser,
  unmuteReposts,
  unmuteUser,
} from '@skein/contracts/relationships';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { RelationshipsModule } from './relationships.module.ts';

export function relationshipsRoutes(bind: BindRoute, relationships: RelationshipsModule): void {
  bind(followUser, ({ viewer, params }) => relationships.follow(viewer, params.userId));
  bind(unfollowUser, async ({ viewer, params }) => {
    await relationships.unfollow(viewer, params.userId);
    return success('success.unfollowed');
  });
  bind(removeFollower, async ({ viewer, params }) => {
    await relationships.removeFollower(viewer, params.userId);
    return success('success.followerRemoved');
  });
  bind(enableThreadNotifications, async ({ viewer, params }) => {
    await relationships.setNotifying(viewer, params.userId, true);
    return { ...success('success.threadNotificationsOn'), isNotifying: true as const };
  });
  bind(disableThreadNotifications, async ({ viewer, params }) => {
    await relationships.setNotifying(viewer, params.userId, false);
    return { ...success('success.threadNotificationsOff'), isNotifying: false as const };
  });
  bind(listFollowers, ({ viewer, params, query }) =>
    relationships.listFollowers(viewer, params.userIdOrUsername, query),
  );
  bind(listFollowing, ({ viewer, params, query }) =>
    relationships.listFollowing(viewer, params.userIdOrUsername, query),
  );
  requestRoutes(bind, relationships);
  blockRoutes(bind, relationships);
}

function requestRoutes(bind: BindRoute, relationships: RelationshipsModule): void {
  bind(listPendingFollowRequests, ({ viewer, query }) =>
    relationships.listPending(viewer, query.limit),
  );
  bind(listSentFollowRequests, ({ viewer, query }) =>
    relationships.listSentRequests(viewer, query),
  );
  bind(approveFollowRequest, async ({ viewer, params }) => {
    await relationships.approve(viewer, params.requestId);
    return { ...success('success.requestApproved'), status: 'approved' as const };
  });
  bind(rejectFollowRequest, async ({ viewer, params }) => {
    await relationships.reject(viewer, params.requestId);
    return { ...success('success.requestRejected'), status: 'rejected' as const };
  });
}

function blockRoutes(bind: BindRoute, relationships: RelationshipsModule): void {
  bind(blockUser, async ({ viewer, params }) => {
    await relationships.block(viewer, params.userId);
    return { ...success('success.blocked'), isBlocked: true as const };
  });
  bind(unblockUser, async ({ viewer, params }) => {
    await relationships.unblock(viewer, params.userId);
    return { ...success('success.unblocked'), isBlocked: false as const };
  });
  bind(muteUser, async ({ viewer, params, body }) => {
    await relationships.mute(viewer, params.userId, body);
    return { ...success('success.muted'), isMuted: true as const };
  });
  bind(unmuteUser, async ({ viewer, params }) => {
    await relationships.unmute(viewer, params.userId);
    return { ...success('success.unmuted'), isMuted: false as const };
  });
  bind(muteReposts, async ({ viewer, params }) => {
    await relationships.muteReposts(viewer, params.userId);
    return {
      ...success('success.repostsMuted'),
      areRepostsMuted: true as const,
    };
  });
  bind(unmuteReposts, async ({ viewer, params }) => {
    await relationships.unmuteReposts(viewer, params.userId);
    return {
      ...success('success.repostsUnmuted'),
      areRepostsMuted: false as const,
    };
  });
  bind(saveNote, async ({ viewer, params, body }) => {
    const note = await relationships.saveNote(viewer, params.userId, body.note);
    return { ...success('success.noteSaved'), note };
  });
  bind(listBlockedUsers, ({ viewer, query }) => relationships.listBlocked(viewer, query));
  bind(listDismissedSuggestions, ({ viewer, query }) => relationships.listDismissed(viewer, query));
  bind(restoreSuggestedUser, async ({ viewer, params }) => {
    await relationships.restoreSuggestion(viewer, params.userId);
    return success('success.suggestionRestored');
  });
  bind(listBlockedServers, ({ viewer }) => relationships.listBlockedServers(viewer));
  bind(blockServer, async ({ viewer, params }) => {
    const { domain } = await relationships.blockServer(viewer, params.domain);
    return { ...success('success.serverBlocked'), domain };
  });
  bind(unblockServer, async ({ viewer, params }) => {
    await relationships.unblockServer(viewer, params.domain);
    return success('success.serverUnblocked');
  });
  bind(listMutedUsers, ({ viewer, query }) => relationships.listMuted(viewer, query));
}
