import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { paths } from '../lib/paths.ts';
import { isTokenValid, useSession } from '../lib/session/index.ts';

/** Redirects to the sign-in page without a valid session. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (token === null || !isTokenValid(token)) return <Redirect to={paths.login} replace />;
  return children;
}
