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
  return senderId === viewerId
    ? t(`groups.ownEvent.${type}`, values)
    : t(`groups.event.${type}`, values);
}
