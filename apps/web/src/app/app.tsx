import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { Splash } from '../ui/splash.tsx';
import { paths } from '../lib/paths.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { RequireSession } from './require-session.tsx';
import { LoginPage, RegisterPage, SignedInLayout, SignedOutPage } from './screens.tsx';
import { retryScreens } from './screen.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import { watchSession } from './watch-session.ts';

const LateParts = lazy(async () => {
  await whenIdle();
  return { default: (await import('./late-parts.tsx')).LateParts };
});

export function App() {
  useEffect(watchSession, []);
  return (
    <>
      <ErrorBoundary onFailure={retryScreens}>
        <BrowserRouter>
          <ScrollMemory />
          <Suspense fallback={<Splash />}>
            <AppRoutes />
          </Suspense>
        </BrowserRouter>
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <LateParts />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The route table of the specification, section 2: what anybody may see, and the rest. */
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
        {/* Which of them there are comes with what surrounds them. */}
        <Route path="*" element={<SignedInLayout />} />
      </Route>
    </Routes>
  );
}
