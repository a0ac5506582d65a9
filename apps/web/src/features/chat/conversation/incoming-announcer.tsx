import type { ChatMessage } from '@skein/contracts/chat';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import type { ConversationState } from '../model/conversation-state.ts';
import { useMemberTexts } from './member-texts.ts';
import type { MemberTexts } from './member-texts.ts';
import { useConversationState, useConversationStore } from './use-conversation.ts';

/** Announces incoming messages and the reactions and edits of others to screen readers. */
export function IncomingAnnouncer() {
  const { viewerId } = useConversationStore();
  const { getName } = useMemberTexts();
  const messages = useConversationState((state) => state.messages);
  const changedMessages = useConversationState((state) => state.changedMessages);
  const arrived = useConversationState((state) => state.arrived);
  const arrivedIds = useConversationState((state) => state.arrivedIds);
  const hasNewest = useConversationState((state) => state.newer === 'none');
  const [wasInMiddle, setWasInMiddle] = useState(!hasNewest);
  if (!hasNewest && !wasInMiddle) setWasInMiddle(true);
  const last = [...messages, ...arrived].findLast(({ senderId }) => senderId !== viewerId);
  const [firstId] = useState(last?.id);
  const isLater = last !== undefined && (firstId === undefined || last.id > firstId);
  // Newer messages may also be old ones that were loaded.
  const isNew = isLater && (!wasInMiddle || arrivedIds.has(last.id));
  const [announced, setAnnounced] = useState({ changedMessages, text: '', count: 0 });
  if (announced.changedMessages !== changedMessages) {
    const changes = { messages, changedMessages, viewerId, getName };
    const text = describeChange(changes, announced.changedMessages);
    const next = text === null ? announced : { text, count: announced.count + 1 };
    setAnnounced({ ...next, changedMessages });
  }
  // A new element also announces a text that is the same as the last one.
  return (
    <>
      <p role="status" className="sr-only">
        {isNew && <span key={last.id}>{describeMessage(last)}</span>}
      </p>
      <p role="status" className="sr-only">
        <span key={announced.count}>{announced.text}</span>
      </p>
    </>
  );
}

interface Changes extends Pick<ConversationState, 'messages' | 'changedMessages'> {
  viewerId: string;
  getName: MemberTexts['getName'];
}

/** What others have changed since the earlier changes; null if nothing. */
function describeChange(
  { messages, changedMessages, viewerId, getName }: Changes,
  earlier: ReadonlyMap<string, ChatMessage>,
): string | null {
  const changed = [...changedMessages.values()].at(-1);
  if (!changed) return null;
  const before = earlier.get(changed.id) ?? messages.find(({ id }) => id === changed.id);
  if (!before || changed.revision <= before.revision) return null;
  if (changed.senderId !== viewerId && changed.content !== before.content)
    return t('chat.editedBy', { name: getName(changed.senderId), text: messagePreview(changed) });
  const added = changed.reactions.find(
    ({ userId, emoji }) => userId !== viewerId && emoji !== findReaction(userId, before),
  );
  return added ? t('chat.reactedBy', { name: getName(added.userId), emoji: added.emoji }) : null;
}

function describeMessage(message: ChatMessage): string {
  const text = messagePreview(message);
  return message.messageType === 'system' ? text : `${message.senderName}: ${text}`;
}

function findReaction(id: string, { reactions }: ChatMessage): string | undefined {
  return reactions.find(({ userId }) => userId === id)?.emoji;
}
