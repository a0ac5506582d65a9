import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { useMemberTexts } from '../conversation/member-texts.ts';
import { useConversationStore } from '../conversation/use-conversation.ts';
import type { QuotedMessage } from '../model/conversation-state.ts';
import { messagePreview } from './message-preview.ts';

interface MessageQuoteProps {
  quoted: QuotedMessage;
  onShow: (messageId: string) => void;
}

/** The message that a reply quotes, in one line. Pressing it scrolls to the message. */
export function MessageQuote({ quoted, onShow }: MessageQuoteProps) {
  const text = messagePreview(quoted);
  const name = useSenderName(quoted);
  return (
    <button
      type="button"
      onClick={() => onShow(quoted.id)}
      className="max-w-full min-w-0 rounded-md border-l-2 border-accent bg-sunken px-2.5 py-1 text-left text-sm transition-colors hover:bg-hover"
    >
      <span className="sr-only">{describeReply(name)}: </span>
      <span aria-hidden className="block truncate font-semibold">
        {name ?? t('chat.you')}
      </span>
      <span className={classNames('block truncate text-muted', quoted.isDeleted && 'italic')}>
        {text}
      </span>
    </button>
  );
}

/** @param name That of the sender of the quoted message; null for the viewer. */
export function describeReply(name: string | null): string {
  return name === null ? t('chat.replyingToOwn') : t('chat.replyingTo', { name });
}

/** Null for the viewer. */
export function useSenderName({ senderId }: QuotedMessage): string | null {
  const { viewerId } = useConversationStore();
  const { getName } = useMemberTexts();
  return senderId === viewerId ? null : getName(senderId);
}
