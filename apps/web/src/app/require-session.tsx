import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { isTokenValid, useSession } from '../lib/session/index.ts';

/** Redirects to the sign-in page without a valid session. */
export function RequireSession() {
  const { token } = useSession();
  if (token === null || !isTokenValid(token)) return <Navigate to={paths.login} replace />;
  return <Outlet />;
}
