import CalendarDays from 'lucide-react/icons/calendar-days';
import ExternalLink from 'lucide-react/icons/external-link';
import LinkIcon from 'lucide-react/icons/link';
import Lock from 'lucide-react/icons/lock';
import MapPin from 'lucide-react/icons/map-pin';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProfileDetails } from '@skein/contracts/users';
import { isRemoteUsername } from '@skein/contracts/text';
import { EmojiText } from '../../ui/emoji-text.tsx';
import { Handle } from '../../ui/handle.tsx';
import { OriginalLink } from '../../ui/original-link.tsx';
import { VerifiedBadge } from '../../ui/verified-badge.tsx';
import { dateLocale, t } from '../../i18n/index.ts';
import { formatCompact, formatExact } from '../../i18n/numbers.ts';
import { paths } from '../../lib/paths.ts';
import { FollowedBy } from './followed-by.tsx';
import { ProfileImages } from './profile-images.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

const monthFormat = new Intl.DateTimeFormat(dateLocale, { month: 'long', year: 'numeric' });

interface ProfileHeaderProps {
  profile: ProfileDetails;
  /** Renders a text of the user, which is not empty, with its links. */
  renderText: (text: string) => ReactNode;
  /** The buttons for the viewer's actions on this user. */
  actions: ReactNode;
}

/** The header of a profile page: banner, picture, names, bio, facts and counts. */
export function ProfileHeader({ profile, renderText, actions }: ProfileHeaderProps) {
  const { name, username, bio, fields, note } = profile;
  return (
    <section className="flex flex-col gap-3 border-b border-line p-4" aria-label={name}>
      <MovedTo profile={profile} />
      <ProfileImages name={name} picture={profile.picture} banner={profile.banner ?? null}>
        {actions}
      </ProfileImages>
      <div>
        <h2 className="flex flex-wrap items-center gap-x-1.5 text-xl leading-tight font-bold wrap-anywhere">
          <span>
            <EmojiText text={name} authorUsername={username} />
          </span>
          {profile.isUserVerified && <VerifiedBadge className="size-5" />}
          {profile.isPrivate && (
            <Lock size="1.125rem" className="text-muted" aria-label={t('profilePage.private')} />
          )}
          {profile.isBot && (
            <span className="rounded-sm bg-hover px-1.5 py-0.5 text-xs font-normal text-muted">
              {t('profilePage.bot')}
            </span>
          )}
        </h2>
        <p className="flex flex-wrap items-center gap-2 text-muted">
          <Handle username={username} />
          {profile.isFollowedBy && (
            <span className="rounded-sm bg-hover px-1.5 py-0.5 text-xs">
              {t('profilePage.followsYou')}
            </span>
          )}
        </p>
      </div>
      {bio !== null && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {renderText(bio)}
        </p>
      )}
      <ExtraFields fields={fields} renderText={renderText} />
      {!profile.isBlocked && <Facts profile={profile} />}
      <FeaturedHashtags tags={profile.featuredHashtags} />
      {!profile.isBlocked && <Counts profile={profile} />}
      {profile.familiarFollowers.count > 0 && (
        <FollowedBy username={profile.username} followers={profile.familiarFollowers} />
      )}
      <PrivateNote note={note} />
    </section>
  );
}

/** The new address of an account that has moved. */
function MovedTo({ profile: { name, movedTo } }: Pick<ProfileHeaderProps, 'profile'>) {
  if (movedTo === null) return null;
  // A placeholder that no name contains marks the position of the link in the translation.
  const [before, after] = t('profilePage.hasMoved', { name, account: '\0' }).split('\0');
  return (
    <p dir="auto" className="mb-4 rounded-md border border-line px-3 py-2 wrap-anywhere">
      {before}
      <Link to={paths.profile(movedTo.username)} className="font-semibold hover:underline">
        @{movedTo.username}
      </Link>
      {after}
    </p>
  );
}

function Facts({ profile }: { profile: ProfileDetails }) {
  const { username, location, website, originalUrl, createdAt } = profile;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {location !== null && <Fact icon={MapPin}>{location}</Fact>}
      {website !== null && (
        <Fact icon={LinkIcon}>
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-accent hover:underline"
          >
            {website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
          </a>
        </Fact>
      )}
      <OriginalPage url={originalUrl} />
      {/* For an account of another server, it may be the time when it became known here. */}
      {!isRemoteUsername(username) && (
        <Fact icon={CalendarDays}>
          {t('profilePage.joined', { month: monthFormat.format(new Date(createdAt)) })}
        </Fact>
      )}
    </ul>
  );
}

/** A link to the page of an account on its own server. */
function OriginalPage({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <Fact icon={ExternalLink}>
      <OriginalLink url={url}>{t('profilePage.openOriginal')}</OriginalLink>
    </Fact>
  );
}

/** Names and values that the user has chosen. */
function ExtraFields({
  fields,
  renderText,
}: Pick<ProfileDetails, 'fields'> & Pick<ProfileHeaderProps, 'renderText'>) {
  if (fields.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {fields.map(({ name, value }) => (
        <div key={`${name}: ${value}`} className="contents">
          <dt dir="auto" className="text-muted wrap-anywhere">
            {name}
          </dt>
          <dd dir="auto" className="wrap-anywhere">
            {renderText(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FeaturedHashtags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm" aria-label={t('profilePage.hashtags')}>
      {tags.map((tag) => (
        <li key={tag} dir="auto">
          <Link to={paths.hashtag(tag)} className="text-accent hover:underline wrap-anywhere">
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The viewer's own note about the user. */
function PrivateNote({ note }: Pick<ProfileDetails, 'note'>) {
  if (!note) return null;
  return (
    <div className="rounded-md border border-line px-3 py-2 text-sm">
      <p className="text-muted">{t('profilePage.noteShown')}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {note}
      </p>
    </div>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5 wrap-anywhere">
      <Icon size="1rem" className="shrink-0" aria-hidden />
      {children}
    </li>
  );
}

function Counts({ profile }: { profile: ProfileDetails }) {
  const { username, followersCount, followingCount, threadsCount, canViewConnections } = profile;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Count
        count={followersCount}
        label={t('users.followers', { count: followersCount })}
        to={canViewConnections ? paths.followers(username) : null}
      />
      <Count
        count={followingCount}
        label={t('profilePage.followingCount')}
        to={canViewConnections ? paths.following(username) : null}
      />
      <Count
        count={threadsCount}
        label={t('profilePage.threads', { count: threadsCount })}
        to={null}
      />
    </ul>
  );
}

/** The exact count if the compact format hides digits. */
function getTooltip(count: number): string | undefined {
  const exact = formatExact(count);
  return exact === formatCompact(count) ? undefined : exact;
}

function Count({ count, label, to }: { count: number; label: string; to: string | null }) {
  const text = (
    <>
      <Tooltip text={getTooltip(count)}>
        <span className="font-semibold text-ink">{formatCompact(count)}</span>
      </Tooltip>{' '}
      <span className="text-muted">{label}</span>
    </>
  );
  return (
    <li>
      {to === null ? (
        text
      ) : (
        <Link to={to} className="finger rounded-sm hover:underline">
          {text}
        </Link>
      )}
    </li>
  );
}
