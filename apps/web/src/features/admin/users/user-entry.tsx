import { isBelow } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { dateLocale, t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { paths } from '../../../lib/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { UnsuspendButton } from '../shared/admin-buttons.tsx';
import { StrikeButton } from './strike-button.tsx';

const endFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });

// Higher on touch screens, where the row has a negative margin instead.
const linkClass =
  'inline-flex items-center hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-10';

interface UserEntryProps {
  user: AdminUser;
  /** Undefined for an account on which the viewer cannot act. */
  selection: { isSelected: boolean; onChange: (isSelected: boolean) => void } | undefined;
  onShowAddress: (address: string) => void;
}

/** An account: its state, and what the viewer can do. */
export function UserEntry({ user, selection, onShowAddress }: UserEntryProps) {
  const { name, username, picture, isUserVerified, isSuspended, registrationAddress } = user;
  const { strikesCount } = user;
  const { user: actor } = useSession();
  const role = user.role;
  const ownRole = actor === null ? 'member' : actor.role;
  return (
    <div className="flex gap-3">
      {selection !== undefined && (
        <label className="-my-2 -ml-2 flex size-11 shrink-0 cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            aria-label={t('admin.bulk.select', { name })}
            checked={selection.isSelected}
            onChange={({ target }) => selection.onChange(target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <Avatar name={name} picture={picture} />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div>
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="flex min-w-0 items-center gap-1 font-semibold">
              <span className="truncate">{name}</span>
              {isUserVerified && <VerifiedBadge />}
            </span>
            {role !== 'member' && (
              <span className="text-sm text-accent">{t(`admin.role.${role}`)}</span>
            )}
            <States user={user} />
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {isSuspended ? (
              <span>@{username}</span>
            ) : (
              <Link to={paths.profile(username)} className={linkClass}>
                @{username}
              </Link>
            )}
            {typeof registrationAddress === 'string' && (
              <button
                type="button"
                className={linkClass}
                onClick={() => onShowAddress(registrationAddress)}
              >
                {t('admin.bulk.from', { address: registrationAddress })}
              </button>
            )}
            {strikesCount > 0 && <span>{t('admin.strikes', { count: strikesCount })}</span>}
            {user.openReportsCount > 0 && (
              <span className="text-danger">
                {t('admin.openReports', { count: user.openReportsCount })}
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isSuspended && isBelow(role, ownRole) && <UnsuspendButton user={user} />}
          <StrikeButton user={user} role={role} />
          <AccountMenu user={user} />
        </div>
      </div>
    </div>
  );
}

/** What moderators have done. */
function States({ user }: { user: AdminUser }) {
  const { isSuspended, suspendedUntil, isLimited, isFrozen } = user;
  return (
    <>
      {isSuspended && (
        <span className="text-sm text-danger">
          {suspendedUntil === null
            ? t('admin.suspended')
            : t('admin.suspendedUntil', { time: endFormat.format(new Date(suspendedUntil)) })}
        </span>
      )}
      {isLimited && <span className="text-sm text-danger">{t('admin.limited')}</span>}
      {isFrozen && <span className="text-sm text-danger">{t('admin.frozen')}</span>}
    </>
  );
}
