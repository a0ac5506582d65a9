import { useMemo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { isTokenValid, useSession } from '../../lib/session/index.ts';
import { Splash } from '../../ui/splash.tsx';

/**
 * Redirects to the sign-in page without a valid session. Signing in returns to the page, unless the
 * user has signed out on it.
 */
export function RequireSession() {
  const { token, hasSignedOut, isLeaving } = useSession();
  const { pathname, search, hash } = useLocation();
  const returnPath = `${pathname}${search}${hash}`;
  // Navigate starts again with each new object.
  const state = useMemo(() => (hasSignedOut ? null : { returnPath }), [hasSignedOut, returnPath]);
  if (token !== null && isTokenValid(token)) return <Outlet />;
  if (isLeaving) return <Splash />;
  return (
    <>
      <Navigate to={paths.login} replace state={state} />
      <Splash />
    </>
  );
}
