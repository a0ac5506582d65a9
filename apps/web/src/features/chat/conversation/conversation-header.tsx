import Info from 'lucide-react/icons/info';
import Phone from 'lucide-react/icons/phone';
import Video from 'lucide-react/icons/video';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { BackButton } from '../../../ui/layout/back-button.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import type { KnownConversation } from '../model/conversation.ts';
import { useConversationState } from './use-conversation.ts';

interface ConversationHeaderProps {
  /** Null while the conversation is loading, or if there is none. */
  conversation: KnownConversation | null;
  headingRef: RefObject<HTMLHeadingElement | null>;
  isInfoOpen: boolean;
  onInfo: () => void;
}

/** The title, the typing state and the actions of the conversation. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, headingRef, isInfoOpen, onInfo } = props;
  const isPending = useConversationState((state) => state.status === 'loading');
  const isLoaded = useConversationState((state) => state.conversation !== null);
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-line py-1 pr-2 pl-4">
      <div className="lg:hidden">
        <BackButton to={paths.messages} />
      </div>
      {conversation === null ? (
        <div className="flex grow items-center gap-3">
          <h1 className="sr-only">{t('chat.page')}</h1>
          {isPending && (
            <>
              <Skeleton className="size-8 rounded-full" />
              <Skeleton className="h-4 w-32" />
            </>
          )}
        </div>
      ) : (
        <>
          <Title conversation={conversation} headingRef={headingRef} />
          {conversation.kind === 'direct' && (
            <>
              <Unavailable icon={Phone} label={t('chat.call')} />
              <Unavailable icon={Video} label={t('chat.videoCall')} />
            </>
          )}
          <IconButton
            icon={Info}
            label={t('chat.info')}
            disabled={!isLoaded}
            aria-expanded={isInfoOpen}
            onClick={onInfo}
          />
        </>
      )}
    </header>
  );
}

interface TitleProps {
  conversation: KnownConversation;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Links to the profile of the other member, unless it is a group or across a block. */
function Title({ conversation, headingRef }: TitleProps) {
  const { kind, title, picture, user, membersCount } = conversation;
  const isTyping = useConversationState(({ typingIds }) => typingIds.length > 0);
  const username = user?.username ?? '';
  const content = (
    <>
      <Avatar name={title} picture={picture} size="sm" />
      <span className="min-w-0">
        <h1
          ref={headingRef}
          tabIndex={-1}
          className="flex items-center gap-1 leading-tight font-semibold outline-none"
        >
          <span className="truncate group-hover:underline">
            <EmojiText text={title} authorUsername={username} />
          </span>
          {user?.isUserVerified === true && <VerifiedBadge />}
        </h1>
        {kind === 'direct' && isTyping ? (
          <span className="block truncate text-sm text-accent">{t('chat.typing')}</span>
        ) : (
          <span className="flex text-sm text-muted">
            {kind === 'group' && t('chat.membersCount', { count: membersCount })}
            {username !== '' && <Handle username={username} isOneLine />}
          </span>
        )}
      </span>
    </>
  );
  const className = 'finger flex min-w-0 grow items-center gap-3 rounded-sm';
  if (username === '') return <div className={className}>{content}</div>;
  return (
    <Link to={paths.profile(username)} className={`group ${className}`}>
      {content}
    </Link>
  );
}

/** A feature that is shown as unavailable. */
function Unavailable({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  const hintId = useId();
  return (
    <Tooltip text={t('chat.notAvailable')}>
      <span className="max-[22rem]:hidden">
        <button
          type="button"
          disabled
          aria-label={label}
          aria-describedby={hintId}
          // The wrapper has the tooltip, because a disabled button receives no pointer events.
          className="pointer-events-none grid size-10 place-items-center rounded-full text-muted opacity-50"
        >
          <Icon className="size-5" aria-hidden />
        </button>
        <span id={hintId} hidden>
          {t('chat.notAvailable')}
        </span>
      </span>
    </Tooltip>
  );
}
