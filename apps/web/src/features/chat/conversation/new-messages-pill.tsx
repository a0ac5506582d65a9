import ArrowDown from 'lucide-react/icons/arrow-down';
import { useState } from 'react';
import type { ChatMessage } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';

interface NewMessagesPillProps {
  /** Whether the end of the log is not visible. */
  isShown: boolean;
  messages: readonly ChatMessage[];
  partnerId: string;
  onClick: () => void;
}

/** Scrolls to the end of the log and shows how many messages arrived there. */
export function NewMessagesPill({ isShown, messages, partnerId, onClick }: NewMessagesPillProps) {
  const lastId = messages.at(-1)?.id ?? null;
  // The last message that was visible.
  const [seenId, setSeenId] = useState(lastId);
  if (!isShown && seenId !== lastId) setSeenId(lastId);
  if (!isShown) return null;
  const count = messages.filter(
    ({ id, senderId }) => senderId === partnerId && (seenId === null || id > seenId),
  ).length;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={count > 0 ? undefined : t('chat.toNewest')}
      className="absolute inset-x-0 bottom-3 mx-auto flex h-9 w-fit min-w-9 items-center justify-center gap-1.5 rounded-full bg-raised px-2.5 text-sm font-semibold shadow-raised transition-colors animate-fade-in hover:bg-hover"
    >
      {count > 0 && t('chat.newMessages', { count })}
      <ArrowDown size={18} aria-hidden />
    </button>
  );
}
