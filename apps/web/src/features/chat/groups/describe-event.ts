import type { ChatMessage } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { formatNames } from './format-names.ts';

/** What a system message says: who has changed what in the group. */
export function describeEvent({
  event,
  senderId,
  senderName,
}: Partial<Pick<ChatMessage, 'event' | 'senderId' | 'senderName'>>): string {
  if (!event) return '';
  const { type, name } = event;
  const viewerId = getSessionUser()?.id;
  // German has another form of "you" after a preposition.
  const you = t(type === 'admin_removed' ? 'groups.fromYou' : 'groups.youAsObject');
  const users = formatNames(
    event.users.map((user) => (user.id === viewerId ? you : (user.name ?? t('user.unknown')))),
  );
  const values = { actor: senderName ?? t('user.unknown'), users, name: name ?? '' };
  // The last admin has left: the new one is the sender too.
  const isSuccessor = type === 'admin_added' && event.users.some(({ id }) => id === senderId);
  if (isSuccessor)
    return t(senderId === viewerId ? 'groups.youBecameAdmin' : 'groups.becameAdmin', values);
  return senderId === viewerId
    ? t(`groups.ownEvent.${type}`, values)
    : t(`groups.event.${type}`, values);
}
