import type { AuthorizationRequest, RequestedAccess } from '@skein/contracts/oauth';
import type { CurrentUser } from '@skein/contracts/users';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/index.ts';
import {
  loadRequestedAccess,
  readAuthorizationRequest,
} from '../../features/apps/authorization.ts';
import { AppCode } from '../../features/apps/app-code.tsx';
import { AppConsent } from '../../features/apps/app-consent.tsx';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { t } from '../../i18n/index.ts';
import { useMediaQuery } from '../../lib/media-query.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Asks the signed-in user whether an app may act for them, or shows the code for the app. */
export function AuthorizeAppPage() {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  if (pathname === paths.appCode) return <CodePage code={parameters.get('code') ?? ''} />;
  return <ConsentPage key={search} user={user} parameters={parameters} />;
}

function CodePage({ code }: { code: string }) {
  return (
    <AuthLayout
      title={t('apps.codeTitle')}
      tabTitle={t('apps.codeTitle')}
      hasInfoLinks={false}
      footer={<FeedLink />}
    >
      <AppCode code={code} />
    </AuthLayout>
  );
}

interface ConsentPageProps {
  user: CurrentUser | null;
  parameters: URLSearchParams;
}

function ConsentPage({ user, parameters }: ConsentPageProps) {
  const request = useMemo(() => readAuthorizationRequest(parameters), [parameters]);
  const { access, error, retry } = useRequestedAccess(request);
  const hasSpaceForToasts = useMediaQuery('(width >= 64rem)');
  const isInvalid = error instanceof ApiError && error.status === 400;
  const title = access
    ? t('apps.wantsAccess', { app: access.app.name })
    : t(isInvalid ? 'apps.invalidTitle' : 'apps.authorizeTitle');
  return (
    <AuthLayout
      title={title}
      tabTitle={t('apps.authorizeTitle')}
      hasInfoLinks={false}
      footer={<FeedLink />}
    >
      {/* Without a slideshow beside the form, toasts would cover what the app asks for. */}
      {!hasSpaceForToasts && <span data-without-toasts hidden />}
      {access && <AppConsent user={user} request={request} access={access} />}
      {error !== null && (
        <>
          <p role="alert">{error.message}</p>
          {!isInvalid && (
            <Button className="mt-4" onClick={retry}>
              {t('common.tryAgain')}
            </Button>
          )}
        </>
      )}
      {!access && error === null && (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      )}
    </AuthLayout>
  );
}

function FeedLink() {
  return (
    <Link to={paths.feed} className="finger font-medium text-accent hover:underline">
      {t('apps.backToFeed')}
    </Link>
  );
}

/** Loads the access without a cached query: this page has no query client, and the request is made once. */
function useRequestedAccess(request: AuthorizationRequest) {
  const [access, setAccess] = useState<RequestedAccess | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    loadRequestedAccess(request, controller.signal).then(setAccess, (reason: unknown) => {
      if (controller.signal.aborted) return;
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    });
    return () => controller.abort();
  }, [request, attempt]);
  const retry = () => {
    setError(null);
    setAttempt((count) => count + 1);
  };
  return { access, error, retry };
}
