import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../components/layout/error-boundary.tsx';
import { useMediaQuery } from '../../lib/media-query.ts';
import { whenIdle } from '../../lib/when-idle.ts';

const LazyPanels = lazy(async () => {
  await whenIdle();
  return { default: (await import('./panels.tsx')).Panels };
});

/** What stands in the right column. Fetched where there is one, once the screen itself is there. */
export function SidePanels() {
  const hasColumn = useMediaQuery('(min-width: 64rem)');
  if (!hasColumn) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <LazyPanels />
      </Suspense>
    </ErrorBoundary>
  );
}
