import { notificationTypeSchema } from '@skein/contracts/notifications';
import { describeNotification, toExcerpt } from '../../modules/notifications/index.ts';
import type { AppMessages } from '../../modules/notifications/index.ts';
import { toAvatarUrl } from '../accounts/account.serializer.ts';
import { notificationTypeNames } from './notification-types.ts';

/** Push messages for apps, as Mastodon sends them. */
export function createAppMessages({ origin }: URL): AppMessages {
  return {
    toTypes: (alerts) =>
      notificationTypeSchema.options.filter((type) => alerts.includes(notificationTypeNames[type])),
    toMessage: (notification, { accessToken, locale }) => {
      const { id, type, actors, thread } = notification;
      return {
        access_token: accessToken,
        preferred_locale: locale,
        notification_id: id,
        notification_type: notificationTypeNames[type],
        icon: toAvatarUrl(actors[0] ?? { name: '', picture: null }, { origin }),
        title: describeNotification(notification, locale),
        body: thread === null ? '' : toExcerpt(thread),
      };
    },
  };
}
