import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { Splash } from '../ui/splash.tsx';
import { paths } from '../lib/paths.ts';
import { firstInteraction } from './first-interaction.ts';
import type { InteractionEvent } from './first-interaction.ts';
import { loginLoader, registerLoader, signedInLayoutLoader } from './first-pages.ts';
import { lazyPage, retryLazyPages } from './lazy-page.tsx';
import { pageLoader } from './page-loader.ts';
import { RequireSession } from './require-session.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';
import { watchSession } from './watch-session.ts';
import { AppRouter } from '../lib/navigation.tsx';

const LoginPage = lazyPage(loginLoader);
const RegisterPage = lazyPage(registerLoader);
const SignedInLayout = lazyPage(signedInLayoutLoader);
const SignedOutPage = lazyPage(
  pageLoader(
    async () => (await import('./signed-out-page.tsx')).SignedOutPage,
    'auth',
    'signUp',
    'recovery',
  ),
);

const AuthorizeAppPage = lazyPage(
  pageLoader(
    async () => (await import('../pages/authorize-app/authorize-app-page.tsx')).AuthorizeAppPage,
    'auth',
    'apps',
  ),
);

// The overlays that every page can open. A toast follows an action.
const Toasts = lazyOverlay(
  ['pointerdown', 'keydown'],
  async () => (await import('../ui/toasts.tsx')).Toasts,
);
const TooltipLayer = lazyOverlay(
  ['pointerover', 'pointerdown', 'keydown'],
  async () => (await import('../ui/tooltip-layer.tsx')).TooltipLayer,
);

export function App() {
  useEffect(watchSession, []);
  return (
    <>
      <ErrorBoundary onFailure={retryLazyPages}>
        <AppRouter>
          <ScrollRestoration />
          <Suspense fallback={<Splash />}>
            <AppRoutes />
          </Suspense>
        </AppRouter>
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
        <Suspense fallback={null}>
          <TooltipLayer />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

const { forgotPassword, resetPassword, endSessions, about, rules, privacy, terms } = paths;
const signedOutPaths = [forgotPassword, resetPassword, endSessions, about, rules, privacy, terms];

/** The public routes; the signed-in layout contains all others. */
function AppRoutes() {
  return (
    <Switch>
      <Route path={paths.root}>
        <Redirect to={paths.login} replace />
      </Route>
      <Route path={paths.login} component={LoginPage} />
      <Route path={paths.register} component={RegisterPage} />
      {signedOutPaths.map((path) => (
        <Route key={path} path={path} component={SignedOutPage} />
      ))}
      <Route path={paths.appCode} component={AuthorizeAppPage} />
      <Route path={paths.authorizeApp}>
        <RequireSession>
          <AuthorizeAppPage />
        </RequireSession>
      </Route>
      <Route>
        <RequireSession>
          <SignedInLayout />
        </RequireSession>
      </Route>
    </Switch>
  );
}

/** Tries again with the next event, because toasts also report that the network fails. */
function lazyOverlay(events: readonly InteractionEvent[], load: () => Promise<ComponentType>) {
  const loadOnInteraction = async (): Promise<ComponentType> => {
    await firstInteraction(events);
    return load().catch(loadOnInteraction);
  };
  return lazy(async () => ({ default: await loadOnInteraction() }));
}
