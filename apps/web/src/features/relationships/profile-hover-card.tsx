import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { Profile } from '@skein/contracts/users';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmojiText } from '../../ui/emoji-text.tsx';
import { Handle } from '../../ui/handle.tsx';
import { VerifiedBadge } from '../../ui/verified-badge.tsx';
import { t } from '../../i18n/index.ts';
import { formatCompact } from '../../i18n/numbers.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/index.ts';
import { profileQuery } from '../users/profile.queries.ts';
import { useHoveredProfile } from './use-hovered-profile.ts';
import type { HoveredProfile } from './use-hovered-profile.ts';
import { FollowButton } from './follow-button.tsx';

const gapPx = 6;
const edgePx = 8;

/** A card about the user whose profile link is hovered or focused. One for the page. */
export function ProfileHoverCard() {
  const card = useRef<HTMLElement>(null);
  const hovered = useHoveredProfile(card);
  return hovered && <LoadedCard hovered={hovered} card={card} />;
}

interface CardProps {
  hovered: HoveredProfile;
  card: RefObject<HTMLElement | null>;
}

/** Nothing until the profile is loaded, and for users whom the viewer may not see. */
function LoadedCard({ hovered, card }: CardProps) {
  const { data: profile } = useQuery(profileQuery(hovered.username));
  return (
    profile && (
      <Positioned link={hovered.link} card={card} name={profile.name}>
        <Content profile={profile} />
      </Positioned>
    )
  );
}

interface PositionedProps {
  link: HTMLAnchorElement;
  card: RefObject<HTMLElement | null>;
  name: string;
  children: ReactNode;
}

function Positioned({ link, card, name, children }: PositionedProps) {
  const id = useId();
  useLayoutEffect(() => {
    const layer = card.current;
    if (!layer) return undefined;
    layer.showPopover();
    place(layer, link.getBoundingClientRect());
    link.setAttribute('aria-expanded', 'true');
    link.setAttribute('aria-controls', id);
    return () => {
      link.removeAttribute('aria-expanded');
      link.removeAttribute('aria-controls');
    };
  }, [card, id, link]);
  return (
    // A landmark, because it is outside of the others.
    <section
      ref={card}
      id={id}
      aria-label={name}
      popover="manual"
      className="fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised p-4 text-ink shadow-raised"
    >
      {children}
    </section>
  );
}

/** Below the link if there is room, else above; always within the window. */
function place(layer: HTMLElement, link: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = layer;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = link.bottom + gapPx;
  const isBelow = below + height + edgePx <= clientHeight || link.top < height + gapPx + edgePx;
  layer.style.top = `${isBelow ? below : link.top - height - gapPx}px`;
  layer.style.left = `${Math.max(edgePx, Math.min(link.left, clientWidth - width - edgePx))}px`;
}

function Content({ profile }: { profile: Profile }) {
  const { user } = useSession();
  const { name, username, bio, followersCount, followingCount } = profile;
  return (
    <div className="flex flex-col gap-2.5">
      {profile.banner && (
        <Banner
          name={name}
          url={profile.banner}
          sizes="320px"
          className="-mx-4 -mt-4 mb-1 rounded-t-lg"
        />
      )}
      <div className="flex items-start justify-between gap-3">
        <Avatar name={name} picture={profile.picture} size="lg" />
        {user?.id !== profile.id && !profile.isBlocked && (
          <FollowButton user={profile} canWithdraw />
        )}
      </div>
      <div className="min-w-0">
        <Link to={paths.profile(username)} className="flex items-center gap-1 hover:underline">
          <span className="truncate text-lg leading-tight font-bold">
            <EmojiText text={name} authorUsername={username} />
          </span>
          {profile.isUserVerified && <VerifiedBadge />}
        </Link>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Handle username={username} />
          {profile.isFollowedBy && (
            <span className="rounded-sm bg-hover px-1.5 py-0.5 text-xs">
              {t('profilePage.followsYou')}
            </span>
          )}
        </p>
      </div>
      {bio !== null && (
        <p className="line-clamp-4 text-sm wrap-anywhere">
          <EmojiText text={bio} authorUsername={username} />
        </p>
      )}
      {!profile.isBlocked && (
        <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
          <Count count={followersCount} label={t('users.followers', { count: followersCount })} />
          <Count count={followingCount} label={t('profilePage.followingCount')} />
        </ul>
      )}
    </div>
  );
}

function Count({ count, label }: { count: number; label: string }) {
  return (
    <li>
      <span className="font-semibold text-ink">{formatCompact(count)}</span> {label}
    </li>
  );
}
