import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../ui/layout/error-boundary.tsx';
import { useMediaQuery } from '../../lib/media-query.ts';
import { withMessages } from '../../i18n/load-messages.ts';

const LazyPanels = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./panels.tsx')).Panels }),
    'users',
    'hashtags',
  ),
);

interface SidePanelsProps {
  /** Renders the panels below the content on screens without a side column. */
  isBelow?: boolean;
}

/** The panels of the side column. Loaded only if they are shown. */
export function SidePanels({ isBelow = false }: SidePanelsProps) {
  const hasColumn = useMediaQuery('(min-width: 64rem)');
  if (hasColumn === isBelow) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <LazyPanels />
      </Suspense>
    </ErrorBoundary>
  );
}
