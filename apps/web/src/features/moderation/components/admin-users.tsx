import { hasPermission, isBelow } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { dateLocale, t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { roleOf } from '../../../lib/user-role.ts';
import { paths } from '../../../lib/paths.ts';
import { adminUsersQuery } from '../api/admin.queries.ts';
import { useAdminAction } from '../api/admin-action.mutation.ts';
import { UnsuspendButton } from './admin-buttons.tsx';
import { AdminList } from './admin-list.tsx';
import { PurgeButton } from './purge-button.tsx';
import { RoleButton } from './role-button.tsx';
import { StrikeButton } from './strike-button.tsx';
import { StrikesButton } from './strikes-button.tsx';

const searchDelayMs = 300;
const endFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });

/** All accounts, with a search. */
export function AdminUsers() {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), searchDelayMs);
  const query = useInfiniteQuery(adminUsersQuery(q));
  return (
    <>
      <div className="border-b border-line p-3">
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('admin.searchPeople')}
          placeholder={t('admin.searchPeople')}
          maxLength={100}
          className="h-10 w-full rounded-full border border-field bg-canvas px-4 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        />
      </div>
      <AdminList
        query={query}
        empty={t('admin.noPeople')}
        renderItem={(user) => <UserEntry user={user} />}
      />
    </>
  );
}

function UserEntry({ user }: { user: AdminUser }) {
  const { name, username, picture, isUserVerified, isSuspended } = user;
  const { user: actor } = useSession();
  const role = roleOf(user);
  const ownRole = actor === null ? 'member' : roleOf(actor);
  return (
    <div className="flex gap-3">
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
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {isSuspended ? (
              <span>@{username}</span>
            ) : (
              <Link to={paths.profile(username)} className="hover:underline">
                @{username}
              </Link>
            )}
            {user.openReportsCount > 0 && (
              <span className="text-danger">
                {t('admin.openReports', { count: user.openReportsCount })}
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {hasPermission(ownRole, 'administrate') && <VerifyButton user={user} />}
          {isSuspended && isBelow(role, ownRole) && <UnsuspendButton user={user} />}
          <StrikeButton user={user} role={role} />
          <StrikesButton user={user} />
          <RoleButton user={user} />
          <PurgeButton user={user} role={role} />
        </div>
      </div>
    </div>
  );
}

function States({ user }: { user: AdminUser }) {
  const { isSuspended, suspendedUntil = null, isLimited, isFrozen } = user;
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

function VerifyButton({ user }: { user: AdminUser }) {
  const { id: userId, name, isUserVerified } = user;
  const verification = useAdminAction();
  const kind = isUserVerified ? 'unverify' : 'verify';
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t(`admin.${kind}User`, { name })}
      isBusy={verification.isPending}
      onClick={firstClick(() =>
        verification.mutate({ kind: 'verify', userId, isVerified: !isUserVerified }),
      )}
    >
      {t(`admin.${kind}`)}
    </Button>
  );
}
