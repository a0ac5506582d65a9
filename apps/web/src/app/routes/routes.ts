import type { RouteObject } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { Splash } from '../../ui/splash.tsx';
import { lazyPage } from './lazy-page.ts';
import { authorizeAppPage, publicRoutes } from './public-routes.ts';
import { RequireSession } from './require-session.tsx';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';
import { signedInRoutes } from './signed-in-routes.ts';

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: Splash,
    ErrorBoundary: RouteError,
    children: [
      ...publicRoutes,
      {
        Component: RequireSession,
        children: [
          { path: paths.authorizeApp, lazy: authorizeAppPage },
          {
            lazy: lazyPage(
              async () => (await import('../signed-in-layout.tsx')).SignedInLayout,
              'threads',
            ),
            children: [{ ErrorBoundary: RouteError, children: signedInRoutes }],
          },
        ],
      },
    ],
  },
];
