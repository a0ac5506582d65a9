import type { ChatMessage } from '@skein/contracts/chat';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useConversationState, useConversationStore } from './use-conversation.ts';

interface NewMessagesPillProps {
  /** Whether the newest message is not visible. */
  isShown: boolean;
  onClick: () => void;
}

/** Scrolls to the newest message and shows how many messages arrived there. */
export function NewMessagesPill({ isShown, onClick }: NewMessagesPillProps) {
  const { viewerId } = useConversationStore();
  const messages = useConversationState((state) => state.messages);
  const arrived = useConversationState((state) => state.arrived);
  const arrivedIds = useConversationState((state) => state.arrivedIds);
  const hasNewest = useConversationState((state) => state.newer === 'none');
  const lastId = messages.at(-1)?.id ?? null;
  // The last message that was visible at the end. Newer ones are not new if the viewer came from the middle.
  const [seen, setSeen] = useState({ id: lastId, isInMiddle: !hasNewest });
  const isInMiddle = isShown && (seen.isInMiddle || !hasNewest);
  const seenId = isShown ? seen.id : lastId;
  if (seen.id !== seenId || seen.isInMiddle !== isInMiddle) setSeen({ id: seenId, isInMiddle });
  if (!isShown) return null;
  const isNew = ({ id }: ChatMessage) =>
    isInMiddle ? arrivedIds.has(id) : seenId === null || id > seenId;
  const count = [...messages, ...arrived].filter(
    (message) => message.senderId !== viewerId && isNew(message),
  ).length;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={count > 0 ? undefined : t('chat.toNewest')}
      className="absolute inset-x-0 bottom-3 mx-auto flex h-9 w-fit min-w-9 items-center justify-center gap-1.5 rounded-full bg-raised px-2.5 text-sm font-semibold shadow-raised transition-colors animate-fade-in hover:bg-hover"
    >
      {count > 0 && <span>{t('chat.newMessages', { count })}</span>}
      <ArrowDown className="size-4.5" aria-hidden />
    </button>
  );
}
