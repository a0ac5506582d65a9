import { notificationTypeSchema } from '@skein/contracts/notifications';
import type { Notification } from '@skein/contracts/notifications';
import { createFormatter } from '@skein/messages';
import type { Catalog, Locale } from '@skein/messages';
import de from '@skein/messages/generated/de/notifications.ts';
import en from '@skein/messages/generated/en/notifications.ts';
import { toExcerpt } from '../modules/notifications/index.ts';
import type { AppMessages } from '../modules/notifications/index.ts';
import { toAvatarUrl } from './account.serializer.ts';
import { notificationTypeNames } from './notification-types.ts';

const catalogs = { de, en } satisfies Record<Locale, Catalog>;

/** Push messages for apps, as Mastodon sends them. */
export function createAppMessages({ origin }: URL): AppMessages {
  return {
    typesOf: (alerts) =>
      notificationTypeSchema.options.filter((type) => alerts.includes(notificationTypeNames[type])),
    toMessage: (notification, { accessToken, locale }) => {
      const { id, type, actors, thread } = notification;
      return {
        access_token: accessToken,
        preferred_locale: locale,
        notification_id: id,
        notification_type: notificationTypeNames[type],
        icon: toAvatarUrl(actors[0]?.picture ?? null, { origin }),
        title: toTitle(notification, locale),
        body: thread === null ? '' : toExcerpt(thread),
      };
    },
  };
}

function toTitle({ type, actors, actorsCount }: Notification, locale: Locale): string {
  const format = createFormatter(locale);
  const text = (key: string, values?: Record<string, string | number>) =>
    format(catalogs[locale][`notifications.${key}`] ?? key, values);
  const [first, second] = actors.map(({ name }) => name);
  // The end of one's own poll.
  if (first === undefined) return text('own_poll_ended');
  if (second === undefined) return text(type, { actors: first });
  const names =
    actorsCount <= 2
      ? text('two', { first, second })
      : text('many', { first, second, count: actorsCount - 2 });
  return text(type, { actors: names });
}
