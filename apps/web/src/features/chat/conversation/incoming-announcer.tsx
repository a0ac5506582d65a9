import type { ChatMessage } from '@skein/contracts/chat';
import { useState } from 'react';
import type { User } from '@skein/contracts/users';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import type { GroupParts } from './group-parts.ts';
import type { Conversation } from '../model/conversation.ts';
import { useConversationState } from './use-conversation.ts';

interface IncomingAnnouncerProps {
  conversation: Conversation;
  messages: readonly ChatMessage[];
  changedMessages: ReadonlyMap<string, ChatMessage>;
  viewerId: string;
  partner: User;
  parts: GroupParts | null;
}

/** Announces incoming messages and the reactions and edits of others to screen readers. */
export function IncomingAnnouncer(props: IncomingAnnouncerProps) {
  const { conversation, messages, changedMessages, viewerId } = props;
  const arrived = useConversationState(conversation, (state) => state.arrived);
  const arrivedIds = useConversationState(conversation, (state) => state.arrivedIds);
  const hasNewest = useConversationState(conversation, (state) => state.newer === 'none');
  const [wasInMiddle, setWasInMiddle] = useState(!hasNewest);
  if (!hasNewest && !wasInMiddle) setWasInMiddle(true);
  const last = [...messages, ...arrived].findLast(({ senderId }) => senderId !== viewerId);
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
        {isNew && <span key={last.id}>{describeMessage(last, props)}</span>}
      </p>
      <p role="status" className="sr-only">
        <span key={announced.count}>{announced.text}</span>
      </p>
    </>
  );
}

/** What others have changed since the earlier changes; null if nothing. */
function describeChange(
  { messages, changedMessages, viewerId, partner, parts }: IncomingAnnouncerProps,
  earlier: ReadonlyMap<string, ChatMessage>,
): string | null {
  const changed = [...changedMessages.values()].at(-1);
  if (!changed) return null;
  const getName = (userId: string | null) => parts?.nameOf(userId) ?? partner.name;
  const before = earlier.get(changed.id) ?? messages.find(({ id }) => id === changed.id);
  if (!before || changed.revision <= before.revision) return null;
  if (changed.senderId !== viewerId && changed.content !== before.content)
    return t('chat.editedBy', { name: getName(changed.senderId), text: messagePreview(changed) });
  const added = changed.reactions.find(
    ({ userId, emoji }) => userId !== viewerId && emoji !== findReaction(userId, before),
  );
  return added ? t('chat.reactedBy', { name: getName(added.userId), emoji: added.emoji }) : null;
}

type Names = Pick<IncomingAnnouncerProps, 'partner' | 'parts'>;

function describeMessage(message: ChatMessage, { partner, parts }: Names): string {
  const text = messagePreview(message);
  const name = parts ? message.senderName : partner.name;
  return message.messageType === 'system' ? text : `${name}: ${text}`;
}

function findReaction(id: string, { reactions }: ChatMessage): string | undefined {
  return reactions.find(({ userId }) => userId === id)?.emoji;
}
