import type { Notification } from '@skein/contracts/notifications';
import { createFormatter } from '@skein/messages';
import type { Catalog, Locale } from '@skein/messages';
import de from '@skein/messages/generated/de/notifications.ts';
import en from '@skein/messages/generated/en/notifications.ts';

const catalogs = { de, en } satisfies Record<Locale, Catalog>;

/** What has happened, in one line: "Ada and 2 others liked your thread". */
export function describeNotification(
  { type, actors, actorsCount }: Notification,
  locale: Locale,
): string {
  const format = createFormatter(locale);
  const text = (key: string, values?: Record<string, string | number>) =>
    format(catalogs[locale][`notifications.${key}`] ?? key, values);
  const [first, second] = actors.map(({ name }) => name);
  if (first === undefined) return text(type === 'poll_ended' ? 'own_poll_ended' : type);
  if (second === undefined) return text(type, { actors: first });
  const names =
    actorsCount <= 2
      ? text('two', { first, second })
      : text('many', { first, second, count: actorsCount - 2 });
  return text(type, { actors: names });
}
