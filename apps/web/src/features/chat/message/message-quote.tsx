import type { User } from '@skein/contracts/users';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { QuotedMessage } from '../model/conversation-state.ts';
import { messagePreview } from './message-preview.ts';

interface MessageQuoteProps {
  quoted: QuotedMessage;
  partner: User;
  onShow: (messageId: string) => void;
}

/** The message that a reply quotes, in one line. Pressing it scrolls to the message. */
export function MessageQuote({ quoted, partner, onShow }: MessageQuoteProps) {
  const isOwn = quoted.senderId !== partner.id;
  const text = messagePreview(quoted);
  return (
    <button
      type="button"
      onClick={() => onShow(quoted.id)}
      className="max-w-full min-w-0 rounded-md border-l-2 border-accent bg-sunken px-2.5 py-1 text-left text-sm transition-colors hover:bg-hover"
    >
      <span className="sr-only">{describeReply(quoted, partner)}: </span>
      <span aria-hidden className="block truncate font-semibold">
        {isOwn ? t('chat.you') : partner.name}
      </span>
      <span className={classNames('block truncate text-muted', quoted.isDeleted && 'italic')}>
        {text}
      </span>
    </button>
  );
}

export function describeReply({ senderId }: QuotedMessage, partner: User): string {
  if (senderId !== partner.id) return t('chat.replyingToOwn');
  return t('chat.replyingTo', { name: partner.name });
}
