import type { FollowRequest, UsersPage } from '@skein/contracts/relationships';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { approveWaiting } from './approve-waiting.ts';
import { blockUser, muteUser, unblockUser, unmuteUser } from './block-user.ts';
import { createBlocksRepository } from './blocks.repository.ts';
import { decideRequest } from './decide-request.ts';
import { followUser, removeFollower, unfollowUser } from './follow-user.ts';
import { createFollowsRepository } from './follows.repository.ts';
import { toFollowRequestDto } from './follows.serializer.ts';
import { listUsers, withSimilar } from './list-users.ts';
import type { UsersQuery } from './list-users.ts';
import { listSent } from './list-sent.ts';
import { createRequestsRepository } from './requests.repository.ts';
import {
  isFollowedBy,
  isFollowerOf,
  selectBlocked,
  selectFollowers,
  selectFollowing,
  selectMuted,
  selectWaiting,
} from './relationships.queries.ts';

interface FollowsDependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers' | 'listSimilar' | 'requireReadable'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

export type FollowsModule = ReturnType<typeof createRelationshipsModule>;

export function createRelationshipsModule({ database, users, clock, bus }: FollowsDependencies) {
  const follows = createFollowsRepository(database, bus);
  const requests = createRequestsRepository(database, bus);
  const blocks = createBlocksRepository(database, bus);

  return {
    follow: (viewer: Viewer, userId: string) => followUser({ follows, requests }, viewer, userId),
    unfollow: (viewer: Viewer, userId: string) =>
      unfollowUser({ follows, requests }, viewer, userId),
    removeFollower: (viewer: Viewer, userId: string) =>
      removeFollower({ follows, requests }, viewer, userId),

    approve: (viewer: Viewer, requestId: string) =>
      decideRequest({ follows, requests, clock }, viewer, requestId, 'approved'),
    reject: (viewer: Viewer, requestId: string) =>
      decideRequest({ follows, requests, clock }, viewer, requestId, 'rejected'),
    approveWaiting: (userId: string) => approveWaiting({ requests, clock }, userId),

    block: (viewer: Viewer, userId: string) =>
      blockUser({ follows, requests, blocks }, viewer, userId),
    unblock: (viewer: Viewer, userId: string) => unblockUser(blocks, viewer, userId),
    mute: (viewer: Viewer, userId: string) => muteUser(blocks, viewer, userId),
    unmute: (viewer: Viewer, userId: string) => unmuteUser(blocks, viewer, userId),

    async listFollowers(
      viewer: Viewer,
      idOrUsername: string,
      query: UsersQuery & { q: string },
    ): Promise<UsersPage> {
      const userId = await users.requireReadable(viewer, idOrUsername);
      const q = query.q.trim();
      const page = await listUsers(users, viewer, query, (extent) =>
        selectFollowers(viewer.userId, userId, { ...extent, q }),
      );
      return withSimilar(users, viewer, { page, q, isListed: isFollowerOf(userId) });
    },

    async listFollowing(
      viewer: Viewer,
      idOrUsername: string,
      query: UsersQuery & { q: string },
    ): Promise<UsersPage> {
      const userId = await users.requireReadable(viewer, idOrUsername);
      const q = query.q.trim();
      const page = await listUsers(users, viewer, query, (extent) =>
        selectFollowing(viewer.userId, userId, { ...extent, q }),
      );
      return withSimilar(users, viewer, { page, q, isListed: isFollowedBy(userId) });
    },

    listBlocked: (viewer: Viewer, query: UsersQuery) =>
      listUsers(users, viewer, query, (extent) => selectBlocked(viewer.userId, extent)),
    listMuted: (viewer: Viewer, query: UsersQuery) =>
      listUsers(users, viewer, query, (extent) => selectMuted(viewer.userId, extent)),

    async listPending(viewer: Viewer, limit: number): Promise<FollowRequest[]> {
      const listed = await users.listUsers(viewer, selectWaiting(viewer.userId, limit));
      return listed.map(toFollowRequestDto);
    },

    listSent: (viewer: Viewer, query: UsersQuery) => listSent(users, viewer, query),
  };
}
