import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { withMessages } from '../i18n/load-messages.ts';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { Splash } from '../ui/splash.tsx';
import { paths } from '../lib/paths.ts';
import { firstInteraction } from './first-interaction.ts';
import { loginLoader, registerLoader, signedInLayoutLoader } from './first-pages.ts';
import { lazyPage, retryLazyPages } from './lazy-page.tsx';
import { pageLoader } from './page-loader.ts';
import { RequireSession } from './require-session.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';
import { watchSession } from './watch-session.ts';

const LoginPage = lazyPage(loginLoader);
const RegisterPage = lazyPage(registerLoader);
const SignedInLayout = lazyPage(signedInLayoutLoader);
const SignedOutPage = lazyPage(
  pageLoader(
    async () =>
      (await withMessages(import('./signed-out-page.tsx'), 'auth', 'signUp', 'recovery'))
        .SignedOutPage,
  ),
);

const Overlays = lazy(async () => {
  await firstInteraction();
  return { default: (await import('../ui/overlays.tsx')).Overlays };
});

export function App() {
  useEffect(watchSession, []);
  return (
    <>
      <ErrorBoundary onFailure={retryLazyPages}>
        <BrowserRouter>
          <ScrollRestoration />
          <Suspense fallback={<Splash />}>
            <AppRoutes />
          </Suspense>
        </BrowserRouter>
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <Overlays />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The public routes (spec, section 2); the signed-in layout contains all others. */
function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.root} element={<Navigate to={paths.login} replace />} />
      <Route path={paths.login} element={<LoginPage />} />
      <Route path={paths.register} element={<RegisterPage />} />
      {[paths.forgotPassword, paths.resetPassword, paths.terms].map((path) => (
        <Route key={path} path={path} element={<SignedOutPage />} />
      ))}
      <Route element={<RequireSession />}>
        <Route path="*" element={<SignedInLayout />} />
      </Route>
    </Routes>
  );
}
