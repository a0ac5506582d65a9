import { preloader } from '../../../lib/preloader.ts';
import type { AuthorizedApp } from '@skein/contracts/oauth';
import { useQuery } from '@tanstack/react-query';
import AppWindow from 'lucide-react/icons/app-window';
import KeyRound from 'lucide-react/icons/key-round';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { formatTimeLeft } from '../../../i18n/relative-time.ts';
import { authorizedAppsQuery } from './authorized-apps.queries.ts';
import { useRevokeApp } from './revoke-app.mutation.ts';
import { describeScopes } from '../../apps/describe-scopes.ts';
import { formatTimeAgo } from '../layout/time-ago.ts';
import { SettingsList } from '../layout/settings-list.tsx';

const loadAccessTokenDialog = async () => ({
  default: (await import('./access-token-dialog.tsx')).AccessTokenDialog,
});
const AccessTokenDialog = lazy(loadAccessTokenDialog);

/** The apps and access tokens that may act for the viewer, each with a button that revokes its access. */
export function AuthorizedAppList() {
  const query = useQuery(authorizedAppsQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [openedCount, setOpenedCount] = useState(0);
  const create = () => {
    setIsOpen(true);
    setOpenedCount(openedCount + 1);
  };
  return (
    <SettingsList
      title={t('apps.list.title')}
      text={t('apps.list.text')}
      error={t('apps.list.error')}
      query={query}
    >
      {query.data?.length === 0 && <p className="py-3 text-sm text-muted">{t('apps.list.none')}</p>}
      <ul className="divide-y divide-line">
        {query.data?.map((app) => (
          <AppRow key={app.id} app={app} />
        ))}
      </ul>
      <Button
        variant="secondary"
        className="mt-3"
        onPointerEnter={preloader(loadAccessTokenDialog)}
        onClick={create}
      >
        {t('apps.tokens.create')}
      </Button>
      {openedCount > 0 && (
        <Suspense>
          <AccessTokenDialog key={openedCount} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </SettingsList>
  );
}

function AppRow({ app }: { app: AuthorizedApp }) {
  const { id, name, scopes, lastUsedAt, isAccessToken, expiresAt } = app;
  const revoke = useRevokeApp(id);
  const Icon = isAccessToken ? KeyRound : AppWindow;
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size="1.25rem" className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{describeScopes(scopes).join(' · ')}</p>
        <p className="text-sm text-muted">
          {isAccessToken && <span>{t('apps.list.isToken')} · </span>}
          {t('apps.list.lastUsed')} <RelativeTime time={lastUsedAt} format={formatTimeAgo} />
          {expiresAt !== null && (
            <span> · {t('apps.list.expires', { time: formatTimeLeft(expiresAt) })}</span>
          )}
        </p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('apps.list.revokeNamed', { app: name })}
        isBusy={revoke.isPending}
        onClick={firstClick(() => revoke.mutate())}
      >
        {t('apps.list.revoke')}
      </Button>
    </li>
  );
}
