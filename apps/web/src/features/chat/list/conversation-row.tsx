import EyeOff from 'lucide-react/icons/eye-off';
import Pin from 'lucide-react/icons/pin';
import { Link } from 'react-router-dom';
import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import { Avatar } from '../../../ui/avatar.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import type { ChatFolder } from '../api/conversations.queries.ts';
import { getUrlName } from '../model/conversation.ts';
import { messagePreview } from '../message/message-preview.ts';
import { usePersistedDraft } from '../drafts/use-persisted-draft.ts';

interface ConversationRowProps {
  conversation: Conversation;
  folder: ChatFolder;
  viewerId: string;
  isCurrent: boolean;
  onSelect?: () => void;
}

/** A row of the conversation list. */
export function ConversationRow(props: ConversationRowProps) {
  const { conversation, folder, viewerId, isCurrent, onSelect } = props;
  const { conversationId, title, picture, user, lastMessage, unreadCount } = conversation;
  const isUnread = unreadCount > 0;
  const draft = usePersistedDraft(viewerId, conversationId);
  const name = getUrlName(conversation);
  // The open conversation shows the draft in its message box. Unread messages take precedence.
  const isDraftShown = draft.text !== '' && !isCurrent && !isUnread;
  return (
    <Link
      to={folder === 'inbox' ? paths.conversation(name) : paths.messageRequest(name)}
      onClick={onSelect}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-3 px-4 py-card transition-colors focus-visible:-outline-offset-2 active:bg-pressed',
        isCurrent ? 'bg-pressed' : 'hover:bg-hover',
      )}
    >
      <Avatar name={title} picture={picture} className="size-11" />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-1">
          <Title title={title} user={user} />
          {lastMessage && (
            <RelativeTime
              time={lastMessage.createdAt}
              className={`ml-auto shrink-0 pl-2 text-sm ${isUnread ? 'text-accent' : 'text-muted'}`}
            />
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={`min-w-0 grow truncate text-sm ${isUnread ? 'font-medium text-ink' : 'text-muted'}`}
          >
            {isDraftShown ? (
              <DraftPreview {...draft} />
            ) : (
              <Preview message={lastMessage} viewerId={viewerId} />
            )}
          </span>
          <StatusIcons conversation={conversation} />
        </span>
      </span>
    </Link>
  );
}

function Title({ title, user }: Pick<Conversation, 'title' | 'user'>) {
  return (
    <>
      <span className="truncate font-semibold">
        <EmojiText text={title} authorUsername={user?.username ?? null} />
      </span>
      {user?.isUserVerified === true && <VerifiedBadge className="size-4" />}
    </>
  );
}

function StatusIcons({ conversation }: Pick<ConversationRowProps, 'conversation'>) {
  const { settings, hasUnreadMention, unreadCount } = conversation;
  const className = 'size-3.5 shrink-0 text-muted';
  return (
    <>
      {hasUnreadMention && (
        <span role="img" aria-label={t('chat.mentioned')} className="font-semibold text-accent">
          @
        </span>
      )}
      {settings.isPinned && <Pin role="img" aria-label={t('chat.pinned')} className={className} />}
      {settings.isIgnored && (
        <EyeOff role="img" aria-label={t('chat.muted')} className={className} />
      )}
      {unreadCount > 0 && (
        <span className="size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t('chat.unread', { count: unreadCount })}</span>
        </span>
      )}
    </>
  );
}

function DraftPreview({ text, isSending }: { text: string; isSending: boolean }) {
  // A message that is being sent looks like a sent one.
  if (isSending) return t('chat.ownPreview', { text });
  return (
    <>
      <span className="text-danger">{t('chat.draft')}</span> {text}
    </>
  );
}

interface PreviewProps {
  message: ChatMessage | null;
  viewerId: string;
}

function Preview({ message, viewerId }: PreviewProps) {
  if (message === null) return null;
  const text = messagePreview(message);
  if (message.isDeleted) return <i>{text}</i>;
  if (message.messageType === 'system') return text;
  if (message.senderId === viewerId) return t('chat.ownPreview', { text });
  return message.group ? `${message.senderName}: ${text}` : text;
}
