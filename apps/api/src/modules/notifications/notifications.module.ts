import type { StreamEvents } from '@skein/contracts/realtime';
import type { Notification, NotificationType } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { hydrateGroups } from './hydrate-groups.ts';
import { allTypes } from './list-groups.ts';
import { listNotifications } from './list-notifications.ts';
import type { NotificationsQuery } from './list-notifications.ts';
import { createNotificationsRepository } from './notifications.repository.ts';
import { announceEnd, listEndedPolls } from './polls.repository.ts';
import { selectUnread, selectUnreadCount } from './unread.queries.ts';
import type { UnreadRow } from './unread.queries.ts';

const keptMs = 90 * 24 * 60 * 60 * 1000;
const lowestId = '00000000-0000-0000-0000-000000000000';

interface NotificationsDependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'list'>;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

export type NotificationsModule = ReturnType<typeof createNotificationsModule>;

/** What others did that concerns a person: read here, written by whatever it was. */
export function createNotificationsModule(dependencies: NotificationsDependencies) {
  const { database, clock, bus } = dependencies;
  const repository = createNotificationsRepository(database);

  const readUnread = (userId: string, extent: { after: string; take: number }) =>
    database.$queryRaw<UnreadRow[]>(selectUnread(userId, { types: allTypes, ...extent }));

  /** The latest unread ones after the act with this id, as the person sees them now. */
  async function listUnread(
    userId: string,
    { after = lowestId, take }: { after?: string; take: number },
  ): Promise<{ total: number; notifications: Notification[] }> {
    const rows = await readUnread(userId, { after, take });
    // The session plays no part in what somebody sees.
    const notifications = await hydrateGroups(dependencies, { userId, sessionId: userId }, rows);
    return { total: rows[0]?.total ?? 0, notifications };
  }

  return {
    countUnread: (userId: string) => countUnread(database, userId),
    listUnread,

    list: (viewer: Viewer, query: NotificationsQuery) =>
      listNotifications(dependencies, viewer, query),

    /** For the event stream: what stands on a person's badge, and the latest behind it. */
    async summary(userId: string): Promise<StreamEvents['notification']> {
      const { total, notifications } = await listUnread(userId, { take: 1 });
      return { unreadCount: total, notification: notifications[0] ?? null };
    },

    /** Answers with how many are unread now. */
    async markRead({ userId }: Viewer, ids: readonly string[] | undefined): Promise<number> {
      await repository.markRead(userId, ids, clock.now());
      publishNotificationChanges(bus, [userId]);
      return countUnread(database, userId);
    },

    getPreferences: async ({ userId }: Viewer) =>
      toPreferences(await repository.listDisabled(userId)),

    async updatePreferences(
      { userId }: Viewer,
      wishes: Partial<Record<NotificationType, boolean | undefined>>,
    ) {
      const typesThat = (isWanted: boolean) => allTypes.filter((type) => wishes[type] === isWanted);
      const change = { enabled: typesThat(true), disabled: typesThat(false) };
      const disabled = await repository.changeDisabled(userId, change);
      publishNotificationChanges(bus, [userId]);
      return toPreferences(disabled);
    },

    /** Tells of polls that have ended; every server may do it at any time. */
    async announcePolls(): Promise<void> {
      const now = clock.now();
      for (const pollId of await listEndedPolls(database, now)) {
        for (let isDone = false; !isDone;) {
          const announced = await announceEnd(database, pollId, now);
          publishNotificationChanges(bus, announced.toldIds);
          ({ isDone } = announced);
        }
      }
    },

    /** Removes what was read long ago, and what came long ago and was not read. */
    async removeOld(): Promise<void> {
      const time = new Date(clock.now().getTime() - keptMs);
      while (await repository.removeReadBefore(time));
      while (await repository.removeUnreadBefore(time));
    },
  };
}

async function countUnread(database: Database, userId: string): Promise<number> {
  const [counted] = await database.$queryRaw<{ count: number }[]>(
    selectUnreadCount(userId, allTypes),
  );
  return counted?.count ?? 0;
}

function toPreferences(disabled: readonly NotificationType[]): Record<NotificationType, boolean> {
  const isWanted = (type: NotificationType) => !disabled.includes(type);
  // Object.fromEntries forgets which keys there are.
  return Object.fromEntries(allTypes.map((type) => [type, isWanted(type)])) as Record<
    NotificationType,
    boolean
  >;
}
