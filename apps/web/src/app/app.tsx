import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { Splash } from '../ui/splash.tsx';
import { componentOf, lazyComponent } from '../lib/lazy-component.tsx';
import { firstInteraction } from '../lib/first-interaction.ts';
import type { InteractionEvent } from '../lib/first-interaction.ts';
import { paths } from '../lib/paths.ts';
import { loginLoader, registerLoader, signedInLayoutLoader } from './first-pages.ts';
import { pageLoader } from './page-loader.ts';
import { RequireSession } from './require-session.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';
import { watchSession } from './watch-session.ts';
import { AppRouter } from '../lib/navigation.tsx';

const LoginPage = componentOf(loginLoader);
const RegisterPage = componentOf(registerLoader);
const SignedInLayout = componentOf(signedInLayoutLoader);
const SignedOutPage = componentOf(
  pageLoader(
    async () => (await import('./signed-out-page.tsx')).SignedOutPage,
    'auth',
    'signUp',
    'recovery',
  ),
);

const AuthorizeAppPage = componentOf(
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
  ['pointerover', 'focusin'],
  async () => (await import('../ui/tooltip-layer.tsx')).TooltipLayer,
  '[data-tooltip]',
);

export function App() {
  useEffect(watchSession, []);
  return (
    <>
      <ErrorBoundary>
        <AppRouter>
          <ScrollRestoration />
          <AppRoutes />
        </AppRouter>
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Toasts />
        <TooltipLayer />
      </ErrorBoundary>
    </>
  );
}

const { forgotPassword, resetPassword, endSessions, unsubscribe, verifyEmail, appeal } = paths;
const { about, rules, privacy, terms } = paths;
const signedOutPaths = [
  forgotPassword,
  resetPassword,
  endSessions,
  unsubscribe,
  verifyEmail,
  appeal,
  about,
  rules,
  privacy,
  terms,
];

const splash = <Splash />;

/** The public routes; the signed-in layout contains all others. */
function AppRoutes() {
  return (
    <Switch>
      <Route path={paths.root}>
        <Redirect to={paths.login} replace />
      </Route>
      <Route path={paths.login}>
        <LoginPage fallback={splash} />
      </Route>
      <Route path={paths.register}>
        <RegisterPage fallback={splash} />
      </Route>
      {signedOutPaths.map((path) => (
        <Route key={path} path={path}>
          <SignedOutPage fallback={splash} />
        </Route>
      ))}
      <Route path={paths.appCode}>
        <AuthorizeAppPage fallback={splash} />
      </Route>
      <Route path={paths.authorizeApp}>
        <RequireSession>
          <AuthorizeAppPage fallback={splash} />
        </RequireSession>
      </Route>
      <Route>
        <RequireSession>
          <SignedInLayout fallback={splash} />
        </RequireSession>
      </Route>
    </Switch>
  );
}

/** Tries again with the next event, because toasts also report that the network fails. */
function lazyOverlay(
  events: readonly InteractionEvent[],
  load: () => Promise<ComponentType>,
  selector?: string,
) {
  const loadOnInteraction = async (): Promise<ComponentType> => {
    await firstInteraction(events, selector);
    return load().catch(loadOnInteraction);
  };
  return lazyComponent(loadOnInteraction);
}
