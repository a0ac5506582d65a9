import type { AuthorizationRequest, RequestedAccess } from '@skein/contracts/oauth';
import type { CurrentUser } from '@skein/contracts/users';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { AccountList } from '../auth/accounts/account-list.tsx';
import { decide } from './authorization.ts';
import { describeScopes } from './describe-scopes.ts';

interface AppConsentProps {
  user: CurrentUser | null;
  request: AuthorizationRequest;
  access: RequestedAccess;
}

/** What an app asks for, with the buttons that grant or deny it. */
export function AppConsent({ user, request, access }: AppConsentProps) {
  const [pending, setPending] = useState<boolean | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const { app, scopes, redirectTarget } = access;
  const { pathname, search } = useLocation();
  const returnPath = `${pathname}${search}`;

  const send = async (isGranted: boolean) => {
    setPending(isGranted);
    setHasFailed(false);
    try {
      const target = await decide(request, isGranted);
      const isDeniedWithoutRedirect = !isGranted && redirectTarget === null;
      window.location.assign(isDeniedWithoutRedirect ? paths.feed : target);
    } catch {
      setHasFailed(true);
    }
    // The app of another scheme may open in front, while this page stays.
    setPending(null);
  };

  return (
    <>
      {app.website !== null && <p className="text-muted wrap-anywhere">{app.website}</p>}
      {user !== null && (
        <p className="mt-1 text-muted wrap-anywhere">
          {t('apps.signedInAs', { name: user.name, username: user.username })}{' '}
          <Link
            to={paths.addAccount}
            state={{ returnPath }}
            className="finger font-medium text-accent hover:underline"
          >
            {t('apps.useAnother')}
          </Link>
        </p>
      )}
      <div className="mt-6">
        <AccountList title={t('apps.otherAccounts')} path={returnPath} />
      </div>
      <h2 className="font-medium">{t('apps.may')}</h2>
      <ul className="mt-3 flex flex-col gap-2.5">
        {describeScopes(scopes).map((text) => (
          <li key={text} className="flex gap-2.5">
            <Check size="1.25rem" className="mt-0.5 shrink-0 text-accent" aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{t('apps.mayNot')}</p>
      <p className="mt-2 text-sm text-muted wrap-anywhere">
        {redirectTarget === null
          ? t('apps.targetCode')
          : t('apps.target', { target: redirectTarget })}{' '}
        {t('apps.warning')}
      </p>
      <p role="alert" className="mt-4 min-h-6 text-danger">
        {hasFailed && t('apps.decideFailed')}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        <Button
          size="lg"
          className="grow"
          isBusy={pending === true}
          disabled={pending !== null}
          onClick={() => void send(true)}
        >
          {t('apps.allow')}
        </Button>
        <Button
          size="lg"
          variant="secondary"
          className="grow"
          isBusy={pending === false}
          disabled={pending !== null}
          onClick={() => void send(false)}
        >
          {t('apps.deny')}
        </Button>
      </div>
    </>
  );
}
