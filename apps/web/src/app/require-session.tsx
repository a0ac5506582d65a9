import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { isTokenValid, useSession } from '../lib/session/index.ts';

/** Lets only the signed-in through; signing out, anywhere, leads to the sign-in screen. */
export function RequireSession() {
  const { token } = useSession();
  if (token === null || !isTokenValid(token)) return <Navigate to={paths.login} replace />;
  return <Outlet />;
}
