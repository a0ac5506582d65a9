import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Tooltips } from '../ui/tooltip.tsx';
import { watchAddressToken } from './routes/create-router.ts';
import type { AppRouter } from './routes/create-router.ts';
import { preloadLinks } from './routes/preload-links.ts';
import { watchSession } from './watch-session.ts';

export function App({ router }: { router: AppRouter }) {
  useEffect(watchSession, []);
  useEffect(() => watchAddressToken(router), [router]);
  useEffect(preloadLinks, []);
  return (
    <>
      {/* Before the pages, so that it shows the toasts of their first rendering. */}
      <ErrorBoundary fallback={null}>
        <Toasts />
        <Tooltips />
      </ErrorBoundary>
      <ErrorBoundary>
        <RouterProvider router={router} />
      </ErrorBoundary>
    </>
  );
}
