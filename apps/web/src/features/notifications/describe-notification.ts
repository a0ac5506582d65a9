import type { Notification } from '@skein/contracts/notifications';
import type { User } from '@skein/contracts/users';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

/** The fields of a notification that its text and link need. A push message has only these. */
interface NotificationSummary extends Pick<Notification, 'type' | 'actorsCount' | 'moves'> {
  actors: readonly Pick<User, 'name' | 'username'>[];
  thread: { id: string } | null;
}

/** The names of the actors: 'Ada', 'Ada and Ben', 'Ada, Ben and 3 others'. */
export function nameActors({ actors, actorsCount }: NotificationSummary): string {
  const [first, second] = actors.map(({ name }) => name);
  if (first === undefined) return t('user.unknown');
  if (second === undefined) return first;
  if (actorsCount <= 2) return t('notifications.two', { first, second });
  return t('notifications.many', { first, second, count: actorsCount - 2 });
}

/** The text of a notification in three parts: before the names, the names, and after them. */
export function describeNotification(
  notification: NotificationSummary,
): readonly [before: string, names: string, after: string] {
  if (notification.type === 'poll_ended' && notification.actors.length === 0) {
    return [t('notifications.own_poll_ended'), '', ''];
  }
  const names = nameActors(notification);
  // A placeholder that no name contains marks the position of the names in the translation.
  const [before = '', after] = t(`notifications.${notification.type}`, { actors: '\0' }).split(
    '\0',
  );
  return after === undefined ? [before, '', ''] : [before, names, after];
}

/** The link of a notification: its thread, the actor's new or only profile or the viewer's followers. */
export function notificationPath(
  { type, thread, actors, actorsCount, moves }: NotificationSummary,
  viewerUsername: string,
): string {
  if (type === 'moderation_warning') return paths.accountStatus;
  if (type === 'report_message') return paths.reportMessages;
  if (thread) return paths.thread(thread.id);
  const [move] = moves;
  if (move) return paths.profile(move.movedTo.username);
  const [first] = actors;
  if (first && (actorsCount === 1 || type === 'moved')) return paths.profile(first.username);
  return paths.followers(viewerUsername);
}
