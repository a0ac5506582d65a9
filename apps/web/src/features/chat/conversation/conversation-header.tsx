import Info from 'lucide-react/icons/info';
import Phone from 'lucide-react/icons/phone';
import Video from 'lucide-react/icons/video';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { Group } from '../model/user-conversation.ts';
import type { User } from '@skein/contracts/users';
import { BackButton } from '../../../ui/layout/back-button.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface ConversationHeaderProps {
  /** Null while the partner is loading or if there is none. */
  partner: User | null;
  group: Group | null;
  isPending: boolean;
  isTyping: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
  isInfoOpen: boolean;
  onInfo: () => void;
}

/** The partner's name, the typing state and the conversation actions. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { partner, group, isPending, isTyping, headingRef, isInfoOpen, onInfo } = props;
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
      <div className="lg:hidden">
        <BackButton to={paths.messages} />
      </div>
      {partner ? (
        <PartnerLink username={partner.username}>
          <Avatar name={partner.name} picture={partner.picture} size="sm" />
          <span className="min-w-0">
            <h1
              ref={headingRef}
              tabIndex={-1}
              className="flex items-center gap-1 leading-tight font-semibold outline-none"
            >
              <span className="truncate group-hover:underline">{partner.name}</span>
              {partner.isUserVerified && <VerifiedBadge />}
            </h1>
            <span className={`block truncate text-sm ${isTyping ? 'text-accent' : 'text-muted'}`}>
              {isTyping ? t('chat.typing') : getHandle(partner, group)}
            </span>
          </span>
        </PartnerLink>
      ) : (
        <div className="flex grow items-center gap-3">
          <h1 className="sr-only">{t('chat.page')}</h1>
          {isPending && (
            <>
              <Skeleton className="size-8 rounded-full" />
              <Skeleton className="h-4 w-32" />
            </>
          )}
        </div>
      )}
      {partner && (
        <>
          {group === null && (
            <>
              <Unavailable icon={Phone} label={t('chat.call')} />
              <Unavailable icon={Video} label={t('chat.videoCall')} />
            </>
          )}
          <IconButton
            icon={Info}
            label={t('chat.info')}
            aria-expanded={isInfoOpen}
            onClick={onInfo}
          />
        </>
      )}
    </header>
  );
}

function getHandle({ username }: User, group: Group | null): string {
  if (group) return t('chat.membersCount', { count: group.membersCount });
  return username === '' ? '' : `@${username}`;
}

interface PartnerLinkProps {
  /** Empty across a block: there is no link to the profile. */
  username: string;
  children: ReactNode;
}

function PartnerLink({ username, children }: PartnerLinkProps) {
  const className = 'finger flex min-w-0 grow items-center gap-3 rounded-sm';
  if (username === '') return <div className={className}>{children}</div>;
  return (
    <Link to={paths.profile(username)} className={`group ${className}`}>
      {children}
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
          <Icon size={20} aria-hidden />
        </button>
        <span id={hintId} hidden>
          {t('chat.notAvailable')}
        </span>
      </span>
    </Tooltip>
  );
}
