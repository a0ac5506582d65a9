import { useState } from 'react';
import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import type { Message } from '../model/message.ts';

const reactionOf = (user: User, { reactions }: Message): string | undefined =>
  reactions.find(({ userId }) => userId === user.id)?.emoji;

interface IncomingAnnouncerProps {
  messages: readonly Message[];
  changedMessages: ReadonlyMap<string, Message>;
  partner: User;
}

/** Announces incoming messages and the partner's reactions to screen readers. */
export function IncomingAnnouncer({ messages, changedMessages, partner }: IncomingAnnouncerProps) {
  const last = messages.findLast(({ senderId }) => senderId === partner.id);
  const [firstId] = useState(last?.id);
  const isNew = last !== undefined && (firstId === undefined || last.id > firstId);
  const changed = [...changedMessages.values()].at(-1);
  const emoji = changed && reactionOf(partner, changed);
  const before = messages.find(({ id }) => id === changed?.id);
  const isReaction = emoji !== undefined && before && emoji !== reactionOf(partner, before);
  return (
    <>
      <p role="status" className="sr-only">
        {isNew && `${partner.name}: ${messagePreview(last)}`}
      </p>
      <p role="status" className="sr-only">
        {isReaction && t('chat.reactedBy', { name: partner.name, emoji })}
      </p>
    </>
  );
}
