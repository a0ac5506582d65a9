import {
  acceptFilteredNotifications,
  countUnreadNotifications,
  dismissFilteredNotifications,
  getNotificationPolicy,
  getNotificationPreferences,
  listFilteredNotifications,
  listNotifications,
  markNotificationsRead,
  updateNotificationPolicy,
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
  bind(getNotificationPolicy, ({ viewer }) => notifications.getPolicy(viewer));
  bind(updateNotificationPolicy, async ({ viewer, body }) => ({
    ...success('success.notificationSettingsSaved'),
    policy: await notifications.updatePolicy(viewer, body),
  }));
  bind(listFilteredNotifications, ({ viewer }) => notifications.listFiltered(viewer));
  bind(acceptFilteredNotifications, async ({ viewer, params }) => {
    await notifications.acceptFiltered(viewer, params.userId);
    return success('success.notificationsAccepted');
  });
  bind(dismissFilteredNotifications, async ({ viewer, params }) => {
    await notifications.dismissFiltered(viewer, params.userId);
    return success('success.notificationsDismissed');
  });
  bind(getNotificationPreferences, ({ viewer }) => notifications.getPreferences(viewer));
  bind(updateNotificationPreferences, async ({ viewer, body }) => ({
    ...success('success.notificationSettingsSaved'),
    preferences: await notifications.updatePreferences(viewer, body),
  }));
}
