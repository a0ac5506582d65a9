import type { FollowRequest, UsersPage } from '@skein/contracts/relationships';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { UsersModule } from '../users/index.ts';
import { approvePendingRequests } from './approve-pending-requests.ts';
import {
  blockUser,
  muteReposts,
  muteUser,
  restoreSuggestion,
  unblockUser,
  unmuteReposts,
  unmuteUser,
} from './block-user.ts';
import { createBlocksRepository } from './blocks.repository.ts';
import type { BlocksRepository } from './blocks.repository.ts';
import { decideRequest } from './decide-request.ts';
import { findFamiliarFollowers, listFamiliarFollowers } from './familiar-followers.queries.ts';
import { followAndRecord, followUser, removeFollower, unfollowUser } from './follow-user.ts';
import type { FollowRepositories, RecordFollow } from './follow-user.ts';
import { createFollowsRepository } from './follows.repository.ts';
import type { RecordChange } from './follows.repository.ts';
import { toFamiliarFollowersDto, toFollowRequestDto } from './follows.serializer.ts';
import { listUsers, withSimilar } from './list-users.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import { listSentRequests } from './list-sent-requests.ts';
import { createRequestsRepository } from './requests.repository.ts';
import { createNotes } from './notes.ts';
import {
  isFollowedBy,
  isFollowerOf,
  selectBlocked,
  selectDismissed,
  selectFollowers,
  selectFollowing,
  selectMuted,
  selectPendingRequests,
} from './relationships.queries.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers' | 'listSimilar' | 'requireVisibleAuthor'>;
  protection: Pick<ProtectionModule, 'countFollow' | 'refund'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

export type RelationshipsModule = ReturnType<typeof createRelationshipsModule>;

export function createRelationshipsModule(dependencies: Dependencies) {
  const { database, users, protection, clock, bus } = dependencies;
  const follows = createFollowsRepository(database, bus);
  const requests = createRequestsRepository(database, bus);
  const blocks = createBlocksRepository(database, bus);

  /** A page of the followers or followed users of a user, with similar names if `q` is set. */
  const listConnections =
    (select: typeof selectFollowers, isListed: typeof isFollowerOf) =>
    async (
      viewer: Viewer,
      idOrUsername: string,
      query: PageQuery & { q: string },
    ): Promise<UsersPage> => {
      const userId = await users.requireVisibleAuthor(viewer, idOrUsername);
      const q = query.q.trim();
      const page = await listUsers(users, viewer, query, (range) =>
        select(viewer.userId, userId, { ...range, q }),
      );
      return withSimilar(users, viewer, { page, q, isListed: isListed(userId) });
    };

  return {
    ...createFollowing({ follows, requests }, protection),
    unfollow: (viewer: Viewer, userId: string, record?: RecordChange) =>
      unfollowUser({ follows, requests }, viewer, userId, record),
    removeFollower: (viewer: Viewer, userId: string) =>
      removeFollower({ follows, requests }, viewer, userId),

    approve: (viewer: Viewer, requestId: string) =>
      decideRequest({ follows, requests, clock }, viewer, requestId, 'approved'),
    reject: (viewer: Viewer, requestId: string) =>
      decideRequest({ follows, requests, clock }, viewer, requestId, 'rejected'),
    approvePendingRequests: (userId: string) => approvePendingRequests({ requests, clock }, userId),

    ...createBlocking({ follows, requests, blocks }),

    ...createNotes(database, blocks),

    listFollowers: listConnections(selectFollowers, isFollowerOf),
    listFollowing: listConnections(selectFollowing, isFollowedBy),
    listFamiliarFollowers: (viewer: Viewer, userIds: readonly string[]) =>
      listFamiliarFollowers(database, viewer.userId, userIds),
    findFamiliarFollowers: async (viewer: Viewer, userId: string) =>
      toFamiliarFollowersDto(await findFamiliarFollowers(database, viewer.userId, userId)),
    listBlocked: (viewer: Viewer, query: PageQuery) =>
      listUsers(users, viewer, query, (range) => selectBlocked(viewer.userId, range)),
    listMuted: (viewer: Viewer, query: PageQuery) =>
      listUsers(users, viewer, query, (range) => selectMuted(viewer.userId, range)),
    listDismissed: (viewer: Viewer, query: PageQuery) =>
      listUsers(users, viewer, query, (range) => selectDismissed(viewer.userId, range)),
    restoreSuggestion: (viewer: Viewer, userId: string) =>
      restoreSuggestion(blocks, viewer, userId),

    async listPending(viewer: Viewer, limit: number): Promise<FollowRequest[]> {
      const listed = await users.listUsers(viewer, selectPendingRequests(viewer.userId, limit));
      return listed.map(toFollowRequestDto);
    },

    listSentRequests: (viewer: Viewer, query: PageQuery) => listSentRequests(users, viewer, query),
  };
}

function createBlocking(repositories: FollowRepositories & { blocks: BlocksRepository }) {
  const { blocks } = repositories;
  return {
    block: (viewer: Viewer, userId: string, record?: RecordChange) =>
      blockUser(repositories, viewer, userId, record),
    unblock: (viewer: Viewer, userId: string, record?: RecordChange) =>
      unblockUser(blocks, viewer, userId, record),
    mute: (viewer: Viewer, userId: string, record?: RecordChange) =>
      muteUser(blocks, viewer, userId, record),
    unmute: (viewer: Viewer, userId: string, record?: RecordChange) =>
      unmuteUser(blocks, viewer, userId, record),

    muteReposts: (viewer: Viewer, userId: string) => muteReposts(blocks, viewer, userId),
    unmuteReposts: (viewer: Viewer, userId: string) => unmuteReposts(blocks, viewer, userId),
  };
}

function createFollowing(
  repositories: FollowRepositories,
  protection: Pick<ProtectionModule, 'countFollow' | 'refund'>,
) {
  return {
    /** @throws what `followUser` throws; RateLimitedError by the automatic protection */
    follow: async (viewer: Viewer, userId: string) => {
      const charges = await protection.countFollow(viewer);
      try {
        return await followUser(repositories, viewer, userId);
      } catch (error) {
        if (!isOutage(error)) await protection.refund(charges);
        throw error;
      }
    },

    /** Not counted by the automatic protection, because imports have a limit of their own. */
    followImported: (viewer: Viewer, userId: string, record: RecordFollow) =>
      followAndRecord(repositories, viewer, userId, record),
  };
}
