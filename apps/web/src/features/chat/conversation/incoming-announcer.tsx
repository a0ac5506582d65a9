import { useState } from 'react';
import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Message } from '../model/message.ts';
import { useConversationState } from './use-conversation.ts';

interface IncomingAnnouncerProps {
  conversation: Conversation;
  messages: readonly Message[];
  changedMessages: ReadonlyMap<string, Message>;
  partner: User;
}

/** Announces incoming messages and the partner's reactions and edits to screen readers. */
export function IncomingAnnouncer(props: IncomingAnnouncerProps) {
  const { conversation, messages, changedMessages, partner } = props;
  const arrived = useConversationState(conversation, (state) => state.arrived);
  const arrivedIds = useConversationState(conversation, (state) => state.arrivedIds);
  const hasNewest = useConversationState(conversation, (state) => state.newer === 'none');
  const [wasInMiddle, setWasInMiddle] = useState(!hasNewest);
  if (!hasNewest && !wasInMiddle) setWasInMiddle(true);
  const last = [...messages, ...arrived].findLast(({ senderId }) => senderId === partner.id);
  const [firstId] = useState(last?.id);
  const isLater = last !== undefined && (firstId === undefined || last.id > firstId);
  // Newer messages may also be old ones that were loaded.
  const isNew = isLater && (!wasInMiddle || arrivedIds.has(last.id));
  const [announced, setAnnounced] = useState({ changedMessages, text: '', count: 0 });
  if (announced.changedMessages !== changedMessages) {
    const text = describeChange(props, announced.changedMessages);
    const next = text === null ? announced : { text, count: announced.count + 1 };
    setAnnounced({ ...next, changedMessages });
  }
  // A new element also announces a text that is the same as the last one.
  return (
    <>
      <p role="status" className="sr-only">
        {isNew && <span key={last.id}>{`${partner.name}: ${messagePreview(last)}`}</span>}
      </p>
      <p role="status" className="sr-only">
        <span key={announced.count}>{announced.text}</span>
      </p>
    </>
  );
}

/** What the partner has changed since the earlier changes; null if nothing. */
function describeChange(
  { messages, changedMessages, partner }: IncomingAnnouncerProps,
  earlier: ReadonlyMap<string, Message>,
): string | null {
  const changed = [...changedMessages.values()].at(-1);
  if (!changed) return null;
  const { name } = partner;
  const before = earlier.get(changed.id) ?? messages.find(({ id }) => id === changed.id);
  const emoji = reactionOf(partner, changed);
  if (!before || changed.revision <= before.revision) return null;
  if (changed.senderId === partner.id && changed.content !== before.content)
    return t('chat.editedBy', { name, text: messagePreview(changed) });
  const isReaction = emoji !== undefined && emoji !== reactionOf(partner, before);
  return isReaction ? t('chat.reactedBy', { name, emoji }) : null;
}

function reactionOf(user: User, { reactions }: Message): string | undefined {
  return reactions.find(({ userId }) => userId === user.id)?.emoji;
}
