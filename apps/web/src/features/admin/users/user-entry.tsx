import { isBelow } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/avatar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { dateLocale, t } from '../../../i18n/index.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useSession } from '../../../lib/session/index.ts';
import { paths } from '../../../lib/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { UnsuspendButton } from '../shared/admin-buttons.tsx';
import { StrikeButton } from './strike-button.tsx';
import { Handle } from '../../../ui/handle.tsx';

const dateFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' });
const endFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });

// Higher on touch screens, where the row has a negative margin instead.
const linkClass =
  'inline-flex min-h-6 min-w-0 items-center hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-10';

interface UserEntryProps {
  user: AdminUser;
  /** Undefined for an account on which the viewer cannot act. */
  selection: { isSelected: boolean; onChange: (isSelected: boolean) => void } | undefined;
  onShowAddress: (address: string) => void;
}

/** The columns of an account on wide screens: checkbox, picture, name, joined, last active, actions. */
export const userColumns =
  'lg:grid-cols-[1.75rem_auto_minmax(0,1fr)_5.5rem_4.5rem_12.75rem] lg:items-center';

/** An account: its state, and what the viewer can do. A row of a table on wide screens. */
export function UserEntry({ user, selection, onShowAddress }: UserEntryProps) {
  const { name, role, isSuspended, lastActiveAt } = user;
  const { user: viewer } = useSession();
  const ownRole = viewer === null ? 'member' : viewer.role;
  return (
    <div className={classNames('grid grid-cols-[1.75rem_auto_minmax(0,1fr)] gap-x-3', userColumns)}>
      {selection === undefined ? (
        <span />
      ) : (
        <label className="-my-2 -ml-2 flex size-11 cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            aria-label={t('admin.bulk.select', { name })}
            checked={selection.isSelected}
            onChange={({ target }) => selection.onChange(target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <Avatar name={name} picture={user.picture} />
      <UserName user={user} onShowAddress={onShowAddress} />
      <div className="col-start-3 flex flex-wrap gap-x-3 text-sm text-muted lg:contents">
        <span className="lg:text-sm lg:text-muted">
          <span className="lg:sr-only">{t('admin.joined')} </span>
          {dateFormat.format(new Date(user.createdAt))}
        </span>
        <span className="lg:text-sm lg:text-muted">
          {lastActiveAt === null ? (
            t('admin.neverActive')
          ) : (
            <>
              <span className="lg:sr-only">{t('admin.lastActive')} </span>
              <RelativeTime time={lastActiveAt} />
            </>
          )}
        </span>
      </div>
      <div className="col-start-3 mt-2 flex flex-wrap gap-2 lg:col-auto lg:mt-0 lg:justify-end">
        {isSuspended && isBelow(role, ownRole) ? (
          <UnsuspendButton user={user} />
        ) : (
          <StrikeButton user={user} role={role} />
        )}
        <AccountMenu user={user} />
      </div>
    </div>
  );
}

function UserName({ user, onShowAddress }: Omit<UserEntryProps, 'selection'>) {
  const { name, username, role, isSuspended, registrationAddress, strikesCount } = user;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="flex min-w-0 items-center gap-1 font-semibold">
          <span className="truncate">{name}</span>
          {user.isUserVerified && <VerifiedBadge />}
        </span>
        {role !== 'member' && (
          <span className="text-sm text-accent">{t(`admin.role.${role}`)}</span>
        )}
        <States user={user} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {isSuspended ? (
          <Handle username={username} />
        ) : (
          <Link to={paths.profile(username)} className={linkClass}>
            <Handle username={username} />
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
