import {
  countUnreadNotifications,
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  updateNotificationPreferences,
} from '@skein/contracts/notifications';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { NotificationsModule } from './notifications.module.ts';

export function notificationsRoutes(bind: BindRoute, notifications: NotificationsModule): void {
  bind(listNotifications, ({ viewer, query }) => notifications.list(viewer, query));
  bind(countUnreadNotifications, async ({ viewer }) => ({
    count: await notifications.countUnread(viewer.userId),
  }));
  bind(markNotificationsRead, async ({ viewer, body }) => ({
    ...success('success.notificationsRead'),
    count: await notifications.markRead(viewer, body.ids),
  }));
  bind(getNotificationPreferences, ({ viewer }) => notifications.getPreferences(viewer));
  bind(updateNotificationPreferences, async ({ viewer, body }) => ({
    ...success('success.notificationSettingsSaved'),
    preferences: await notifications.updatePreferences(viewer, body),
  }));
}
