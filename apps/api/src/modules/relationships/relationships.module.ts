import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { UsersModule } from '../users/index.ts';
import { approvePendingRequests } from './approve-pending-requests.ts';
import {
  blockUser,
  endMutes,
  muteReposts,
  muteUser,
  restoreSuggestion,
  unblockUser,
  unmuteReposts,
  unmuteUser,
} from './block-user.ts';
import type { MuteOptions } from './block-user.ts';
import { decideRequest } from './decide-request.ts';
import { endRemoteFollows } from './end-remote-follows.ts';
import { findFamiliarFollowers, listFamiliarFollowers } from './familiar-followers.queries.ts';
import {
  followImported,
  followUser,
  removeFollower,
  setNotifying,
  unfollowUser,
} from './follow-user.ts';
import type { ImportedFollow } from './follow-user.ts';
import type { RecordChange } from './follows.repository.ts';
import { toFamiliarFollowersDto } from './follows.serializer.ts';
import { listFollowers, listFollowing, listMuted, listUsers } from './list-users.ts';
import { listPendingRequests, listSentRequests } from './list-requests.ts';
import { saveNote } from './notes.ts';
import { selectNotes } from './notes.repository.ts';
import { selectBlocked, selectDismissed } from './relationships.queries.ts';
import { blockServer, listBlockedServers, unblockServer } from './server-blocks.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers' | 'listSimilar' | 'requireVisibleAuthor'>;
  protection: Pick<ProtectionModule, 'countFollow' | 'refund'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  /** Undefined without federation. */
  federation: FederationSettings | undefined;
}

export type RelationshipsModule = ReturnType<typeof createRelationshipsModule>;

export function createRelationshipsModule(deps: Dependencies) {
  const { database, users } = deps;
  return {
    follow: (viewer: Viewer, userId: string) => followUser(deps, viewer, userId),
    followImported: (viewer: Viewer, userId: string, follow: ImportedFollow) =>
      followImported(deps, viewer, userId, follow),
    unfollow: (viewer: Viewer, userId: string, record?: RecordChange) =>
      unfollowUser(deps, viewer, userId, record),
    removeFollower: (viewer: Viewer, userId: string, record?: RecordChange) =>
      removeFollower(deps, viewer, userId, record),
    setNotifying: (viewer: Viewer, userId: string, isNotifying: boolean) =>
      setNotifying(deps, viewer, userId, isNotifying),

    approve: (viewer: Viewer, requestId: string, record?: RecordChange) =>
      decideRequest(deps, viewer, requestId, 'approved', record),
    reject: (viewer: Viewer, requestId: string, record?: RecordChange) =>
      decideRequest(deps, viewer, requestId, 'rejected', record),
    endRemoteFollows: (viewer: Viewer) => endRemoteFollows(deps, viewer),
    approvePendingRequests: (userId: string) => approvePendingRequests(deps, userId),

    // Blocks, mutes and notes, which only their author sees.
    block: (viewer: Viewer, userId: string, record?: RecordChange) =>
      blockUser(deps, viewer, userId, record),
    unblock: (viewer: Viewer, userId: string, record?: RecordChange) =>
      unblockUser(deps, viewer, userId, record),
    mute: (viewer: Viewer, userId: string, options?: MuteOptions) =>
      muteUser(deps, viewer, userId, options),
    endMutes: () => endMutes(deps),
    unmute: (viewer: Viewer, userId: string, record?: RecordChange) =>
      unmuteUser(deps, viewer, userId, record),
    muteReposts: (viewer: Viewer, userId: string) => muteReposts(database, viewer, userId),
    unmuteReposts: (viewer: Viewer, userId: string) => unmuteReposts(database, viewer, userId),
    blockServer: (viewer: Viewer, domain: string) => blockServer(deps, viewer, domain),
    unblockServer: (viewer: Viewer, domain: string) => unblockServer(deps, viewer, domain),
    listBlockedServers: (viewer: Viewer) => listBlockedServers(database, viewer),
    restoreSuggestion: (viewer: Viewer, userId: string) =>
      restoreSuggestion(database, viewer, userId),

    saveNote: (viewer: Viewer, userId: string, text: string) =>
      saveNote(database, viewer, userId, text),
    /** Returns the viewer's notes, by the ids of the users. */
    listNotes: (viewer: Viewer, userIds: readonly string[]) =>
      selectNotes(database, viewer.userId, userIds),

    listFollowers: (viewer: Viewer, idOrUsername: string, query: PageQuery & { q: string }) =>
      listFollowers(users, viewer, idOrUsername, query),
    listFollowing: (viewer: Viewer, idOrUsername: string, query: PageQuery & { q: string }) =>
      listFollowing(users, viewer, idOrUsername, query),
    listFamiliarFollowers: (viewer: Viewer, userIds: readonly string[]) =>
      listFamiliarFollowers(database, viewer.userId, userIds),
    findFamiliarFollowers: async (viewer: Viewer, userId: string) =>
      toFamiliarFollowersDto(await findFamiliarFollowers(database, viewer.userId, userId)),
    listBlocked: (viewer: Viewer, query: PageQuery) =>
      listUsers(users, viewer, query, (range) => selectBlocked(viewer.userId, range)),
    listMuted: (viewer: Viewer, query: PageQuery) => listMuted({ database, users }, viewer, query),
    listDismissed: (viewer: Viewer, query: PageQuery) =>
      listUsers(users, viewer, query, (range) => selectDismissed(viewer.userId, range)),
    listPending: (viewer: Viewer, limit: number) => listPendingRequests(users, viewer, limit),
    listSentRequests: (viewer: Viewer, query: PageQuery) => listSentRequests(users, viewer, query),
  };
}
