import type { User } from '@skein/contracts/users';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import type { GroupParts } from '../conversation/group-parts.ts';
import type { QuotedMessage } from '../model/conversation-state.ts';
import { messagePreview } from './message-preview.ts';

interface MessageQuoteProps {
  quoted: QuotedMessage;
  partner: User;
  parts: GroupParts | null;
  onShow: (messageId: string) => void;
}

/** The message that a reply quotes, in one line. Pressing it scrolls to the message. */
export function MessageQuote({ quoted, partner, parts, onShow }: MessageQuoteProps) {
  const text = messagePreview(quoted);
  return (
    <button
      type="button"
      onClick={() => onShow(quoted.id)}
      className="max-w-full min-w-0 rounded-md border-l-2 border-accent bg-sunken px-2.5 py-1 text-left text-sm transition-colors hover:bg-hover"
    >
      <span className="sr-only">{describeReply(quoted, partner, parts)}: </span>
      <span aria-hidden className="block truncate font-semibold">
        {getSenderName(quoted, partner, parts) ?? t('chat.you')}
      </span>
      <span className={classNames('block truncate text-muted', quoted.isDeleted && 'italic')}>
        {text}
      </span>
    </button>
  );
}

export function describeReply(
  quoted: QuotedMessage,
  partner: User,
  parts: GroupParts | null,
): string {
  const name = getSenderName(quoted, partner, parts);
  return name === null ? t('chat.replyingToOwn') : t('chat.replyingTo', { name });
}

/** Null for the viewer. */
function getSenderName(
  { senderId }: QuotedMessage,
  partner: User,
  parts: GroupParts | null,
): string | null {
  if (parts) return senderId === parts.viewerId ? null : parts.nameOf(senderId);
  return senderId === partner.id ? partner.name : null;
}
