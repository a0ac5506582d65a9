import type { StreamEvents } from '@skein/contracts/realtime';
import type { Notification, NotificationType } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
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
import { hydrateGroups } from './hydrate-groups.ts';
import { allTypes } from './list-groups.ts';
import {
  getNotification,
  listNotifications,
  listNotificationsBelow,
} from './list-notifications.ts';
import type { NotificationsQuery } from './list-notifications.ts';
import type { Filtering } from './notification-visibility.queries.ts';
import { notifyFollowersOfThreads } from './notify-followers.ts';
import { notifyPollEnd, listEndedPolls } from './polls.repository.ts';
import { deleteBatch, listGroupActorIds } from './single-group.queries.ts';
import { countUnread, listUnreadGroups } from './unread.queries.ts';
import {
  changeDisabledTypes,
  listDisabledTypes,
  markNotificationsRead,
  removeReadNotifications,
  removeUnreadNotifications,
} from './notifications.repository.ts';

const retentionMs = 90 * 24 * 60 * 60 * 1000;
const lowestId = '00000000-0000-0000-0000-000000000000';

interface NotificationsDependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

interface UnreadQuery {
  after?: string;
  take: number;
  types?: readonly NotificationType[];
}

export type NotificationsModule = ReturnType<typeof createNotificationsModule>;

/** Reads and manages a user's notifications. The modules where the events happen write them. */
export function createNotificationsModule(dependencies: NotificationsDependencies) {
  const { database, clock, bus } = dependencies;

  return {
    countUnread: (userId: string) => countUnread(database, userId, allTypes),
    listUnread: (userId: string, query: UnreadQuery) => listUnread(dependencies, userId, query),

    list: (viewer: Viewer, query: NotificationsQuery) =>
      listNotifications(dependencies, viewer, query),

    listBelow: (
      viewer: Viewer,
      query: { below: string | undefined; size: number; filtering?: Filtering },
    ) => listNotificationsBelow(dependencies, viewer, query),

    /** @throws NotFoundError */
    get: (viewer: Viewer, id: string) => getNotification(dependencies, viewer, id),

    /** The users of the group with this id, the latest first. */
    listActorIds: ({ userId }: Viewer, query: { id: string; take: number }) =>
      listGroupActorIds(database, userId, query),

    /** Deletes the group with this id, or all notifications without one. */
    async dismiss({ userId }: Viewer, id?: string): Promise<void> {
      while (await deleteBatch(database, userId, id));
      publishNotificationChanges(bus, [userId]);
    },

    /** For the event stream: the unread count and the latest unread notification. */
    async summary(userId: string): Promise<StreamEvents['notification']> {
      const { total, notifications } = await listUnread(dependencies, userId, { take: 1 });
      return { unreadCount: total, notification: notifications[0] ?? null };
    },

    /** Returns the number of unread groups. */
    async markRead({ userId }: Viewer, ids: readonly string[] | undefined): Promise<number> {
      await markNotificationsRead(database, userId, ids, clock.now());
      publishNotificationChanges(bus, [userId]);
      return countUnread(database, userId, allTypes);
    },

    getPreferences: async ({ userId }: Viewer) =>
      toPreferences(await listDisabledTypes(database, userId)),

    async updatePreferences(
      { userId }: Viewer,
      changes: Partial<Record<NotificationType, boolean | undefined>>,
    ) {
      const typesSetTo = (isEnabled: boolean) =>
        allTypes.filter((type) => changes[type] === isEnabled);
      const change = { enabled: typesSetTo(true), disabled: typesSetTo(false) };
      const disabled = await changeDisabledTypes(database, userId, change);
      publishNotificationChanges(bus, [userId]);
      return toPreferences(disabled);
    },

    /** Notifies voters and authors of polls that have ended. May run on several servers at once. */
    async notifyEndedPolls(): Promise<void> {
      const now = clock.now();
      for (const pollId of await listEndedPolls(database, now)) {
        for (let isDone = false; !isDone;) {
          const batch = await notifyPollEnd(database, pollId, now);
          publishNotificationChanges(bus, batch.recipientIds);
          ({ isDone } = batch);
        }
      }
    },

    ...wireFiltering(dependencies),

    notifyFollowers: () => notifyFollowersOfThreads(dependencies),

    /**
     * Removes notifications that were read, or created and never read, before the retention period.
     */
    async removeOld(): Promise<void> {
      const time = new Date(clock.now().getTime() - retentionMs);
      while (await removeReadNotifications(database, time));
      while (await removeUnreadNotifications(database, time));
    },
  };
}

/** The filters of users, and what they filter. */
function wireFiltering(deps: NotificationsDependencies) {
  return {
    getPolicy: (viewer: Viewer) => getPolicy(deps.database, viewer),
    updatePolicy: (viewer: Viewer, changes: PolicyChanges) => updatePolicy(deps, viewer, changes),
    listFiltered: (viewer: Viewer, senderId?: string) => listFiltered(deps, viewer, senderId),
    acceptFiltered: (viewer: Viewer, senderId: string) => acceptFiltered(deps, viewer, senderId),
    dismissFiltered: (viewer: Viewer, senderId: string) => dismissFiltered(deps, viewer, senderId),
  };
}

/** The latest unread groups after the notification with this id, as the user sees them now. */
async function listUnread(
  dependencies: NotificationsDependencies,
  userId: string,
  { after = lowestId, take, types = allTypes }: UnreadQuery,
): Promise<{ total: number; notifications: Notification[] }> {
  const range = { types, after, take };
  const { groups, total } = await listUnreadGroups(dependencies.database, userId, range);
  // Visibility does not depend on the session.
  const notifications = await hydrateGroups(dependencies, { userId, sessionId: userId }, groups);
  return { total, notifications };
}

function toPreferences(disabled: readonly NotificationType[]): Record<NotificationType, boolean> {
  const isEnabled = (type: NotificationType) => !disabled.includes(type);
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(allTypes.map((type) => [type, isEnabled(type)])) as Record<
    NotificationType,
    boolean
  >;
}
