import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useHistoryEntry } from '../lib/navigation.tsx';
import { paths } from '../lib/paths.ts';
import { isTokenValid, useSession } from '../lib/session/index.ts';

/**
 * Redirects to the sign-in page without a valid session. Signing in returns to the page, unless the
 * user has signed out on it.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { token, hasSignedOut } = useSession();
  const { pathname, search, hash } = useHistoryEntry();
  if (token !== null && isTokenValid(token)) return children;
  const state = hasSignedOut ? null : { returnPath: `${pathname}${search}${hash}` };
  return <Redirect to={paths.login} replace state={state} />;
}
