import type { NotificationType } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import {
  acceptFiltered,
  dismissFiltered,
  getPolicy,
  listFiltered,
  updatePolicy,
} from './filtered/filtered-notifications.ts';
import type { PolicyChanges } from './filtered/filtered.repository.ts';
import { allTypes } from './list-groups.ts';
import {
  getNotification,
  listNotifications,
  listNotificationsBelow,
} from './list-notifications.ts';
import type { NotificationsQuery } from './list-notifications.ts';
import { dismissNotifications, markRead } from './manage-notifications.ts';
import type { Filtering } from './notification-visibility.queries.ts';
import { notifyEndedPolls } from './notify-ended-polls.ts';
import { notifyFollowersOfThreads } from './notify-followers.ts';
import { getPreferences, updatePreferences } from './preferences.ts';
import { removeOldNotifications } from './remove-old.ts';
import { listGroupActorIds } from './single-group.queries.ts';
import { countUnread } from './unread.queries.ts';
import { listUnread, summarizeUnread } from './unread.ts';
import type { UnreadQuery } from './unread.ts';

interface NotificationsDependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

export type NotificationsModule = ReturnType<typeof createNotificationsModule>;

/** Reads and manages a user's notifications. The modules where the events happen write them. */
export function createNotificationsModule(deps: NotificationsDependencies) {
  const { database } = deps;
  return {
    countUnread: (userId: string) => countUnread(database, userId, allTypes),
    listUnread: (userId: string, query: UnreadQuery) => listUnread(deps, userId, query),
    summary: (userId: string) => summarizeUnread(deps, userId),

    list: (viewer: Viewer, query: NotificationsQuery) => listNotifications(deps, viewer, query),
    listBelow: (
      viewer: Viewer,
      query: { below: string | undefined; size: number; filtering?: Filtering },
    ) => listNotificationsBelow(deps, viewer, query),
    /** @throws NotFoundError */
    get: (viewer: Viewer, id: string) => getNotification(deps, viewer, id),
    /** The users of the group with this id, the latest first. */
    listActorIds: ({ userId }: Viewer, query: { id: string; take: number }) =>
      listGroupActorIds(database, userId, query),

    dismiss: (viewer: Viewer, id?: string) => dismissNotifications(deps, viewer, id),
    markRead: (viewer: Viewer, ids: readonly string[] | undefined) => markRead(deps, viewer, ids),

    getPreferences: (viewer: Viewer) => getPreferences(deps, viewer),
    updatePreferences: (
      viewer: Viewer,
      changes: Partial<Record<NotificationType, boolean | undefined>>,
    ) => updatePreferences(deps, viewer, changes),

    getPolicy: (viewer: Viewer) => getPolicy(database, viewer),
    updatePolicy: (viewer: Viewer, changes: PolicyChanges) => updatePolicy(deps, viewer, changes),
    listFiltered: (viewer: Viewer, senderId?: string) => listFiltered(deps, viewer, senderId),
    acceptFiltered: (viewer: Viewer, senderId: string) => acceptFiltered(deps, viewer, senderId),
    dismissFiltered: (viewer: Viewer, senderId: string) => dismissFiltered(deps, viewer, senderId),

    /** Background jobs. */
    notifyEndedPolls: () => notifyEndedPolls(deps),
    notifyFollowers: () => notifyFollowersOfThreads(deps),
    removeOld: () => removeOldNotifications(deps),
  };
}
