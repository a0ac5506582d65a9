import { createBrowserRouter } from 'react-router-dom';
import { captureAddressToken } from '../../lib/session/index.ts';
import { routes } from './routes.ts';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** Creates the router, which starts to load the current page. A token in the URL is stored and removed. */
export function createRouter(): AppRouter {
  const clean = captureAddressToken();
  const router = createBrowserRouter(routes);
  // The router has read the URL without the token.
  if (clean !== null && clean.returnPath !== null) openCleanAddress(router, clean);
  return router;
}

/** Captures tokens of links that are opened in this tab later. Returns a function to stop. */
export function watchAddressToken(router: AppRouter): () => void {
  const onHashChange = () => {
    const clean = captureAddressToken();
    if (clean !== null) openCleanAddress(router, clean);
  };
  window.addEventListener('hashchange', onHashChange);
  return () => window.removeEventListener('hashchange', onHashChange);
}

function openCleanAddress(
  router: AppRouter,
  { to, returnPath }: NonNullable<ReturnType<typeof captureAddressToken>>,
): void {
  void router.navigate(to, { replace: true, state: returnPath === null ? null : { returnPath } });
}
