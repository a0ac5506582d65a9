import type { Notification } from '@skein/contracts/notifications';
import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

/** What words and address of a notification depend on: also of one that was pushed. */
interface Told extends Pick<Notification, 'type' | 'actorsCount'> {
  actors: readonly Pick<User, 'name' | 'username'>[];
  thread: { id: string } | null;
}

/** Who did it: 'Ada', 'Ada and Ben', 'Ada, Ben and 3 others'. */
export function nameActors({ actors, actorsCount }: Told): string {
  const [first, second] = actors.map(({ name }) => name);
  if (first === undefined) return t('user.unknown');
  if (second === undefined) return first;
  if (actorsCount <= 2) return t('notifications.two', { first, second });
  return t('notifications.many', { first, second, count: actorsCount - 2 });
}

/** The sentence of a notification, in parts: before the names, the names, and after them. */
export function describeNotification(
  notification: Told,
): readonly [before: string, names: string, after: string] {
  if (notification.type === 'poll_ended' && notification.actors.length === 0) {
    return [t('notifications.own_poll_ended'), '', ''];
  }
  const names = nameActors(notification);
  // A character that no name has stands for the names, wherever a language puts them.
  const [before = '', after] = t(`notifications.${notification.type}`, { actors: '\0' }).split(
    '\0',
  );
  return after === undefined ? [before, '', ''] : [before, names, after];
}

/** Where a notification leads: to its thread, else to who it is about. */
export function addressOf({ thread, actors, actorsCount }: Told, viewer: string): string {
  if (thread) return paths.thread(thread.id);
  const [first] = actors;
  if (first && actorsCount === 1) return paths.profile(first.username);
  return paths.followers(viewer);
}
