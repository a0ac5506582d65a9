import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../ui/layout/error-boundary.tsx';
import { useMediaQuery } from '../../lib/media-query.ts';
import { whenIdle } from '../../lib/when-idle.ts';

const LazyPanels = lazy(async () => {
  await whenIdle();
  return { default: (await import('./panels.tsx')).Panels };
});

interface SidePanelsProps {
  /** They stand below something else, where there is no column for them. */
  isBelow?: boolean;
}

/** What stands in the right column. Fetched where there is one, once the screen itself is there. */
export function SidePanels({ isBelow = false }: SidePanelsProps) {
  const hasColumn = useMediaQuery('(min-width: 64rem)');
  if (hasColumn === isBelow) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <LazyPanels />
      </Suspense>
    </ErrorBoundary>
  );
}
