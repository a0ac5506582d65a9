import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useHistoryEntry } from '../lib/navigation.tsx';
import { needsSetup } from '../lib/instance.ts';
import { paths } from '../lib/paths.ts';
import { isTokenValid, useSession } from '../lib/session/index.ts';

/**
 * Redirects to the sign-in page without a valid session, and administrators of a new instance from the
 * feed to its setup. Signing in returns to the page, unless the
 * user has signed out on it.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { token, user, hasSignedOut } = useSession();
  const { pathname, search, hash } = useHistoryEntry();
  if (token !== null && isTokenValid(token)) {
    const isNew = pathname === paths.feed && needsSetup() && user?.isAdmin === true;
    return isNew ? <Redirect to={paths.setup} replace /> : children;
  }
  const state = hasSignedOut ? null : { returnPath: `${pathname}${search}${hash}` };
  return <Redirect to={paths.login} replace state={state} />;
}
