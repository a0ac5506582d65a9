import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../ui/layout/error-boundary.tsx';
import { useMediaQuery } from '../../lib/media-query.ts';
import { paths } from '../../lib/paths.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import type { PanelKind } from './panels.tsx';
import { SearchButton } from './search-button.tsx';

const LazyPanels = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./panels.tsx')).Panels }),
    'users',
    'hashtags',
  ),
);

const allKinds: readonly PanelKind[] = ['trending', 'users'];
const hasColumnQuery = '(min-width: 64rem)';

interface SidePanelsProps {
  kinds?: readonly PanelKind[];
}

/** The panels of the side column. Loaded only if they are shown. */
export function SidePanels({ kinds = allKinds }: SidePanelsProps) {
  const hasColumn = useMediaQuery(hasColumnQuery);
  const { pathname } = useLocation();
  if (!hasColumn) return null;
  return (
    <>
      {pathname !== paths.search && <SearchButton />}
      <Boundary kinds={kinds} />
    </>
  );
}

/** The panels below an empty feed: users to follow first. Trends are in the side column, if there is one. */
export function PanelsBelow() {
  const hasColumn = useMediaQuery(hasColumnQuery);
  return <Boundary kinds={hasColumn ? ['users'] : ['users', 'trending']} />;
}

function Boundary({ kinds }: { kinds: readonly PanelKind[] }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <LazyPanels kinds={kinds} />
      </Suspense>
    </ErrorBoundary>
  );
}
