import { lazy, Suspense } from 'react';
import { useReturnPath } from '../../../lib/return-path.ts';
import { ErrorBoundary } from '../../../ui/layout/error-boundary.tsx';

const PagePreviewCard = lazy(async () => ({
  default: (await import('./page-preview-card.tsx')).PagePreviewCard,
}));

const previewedPages = /^\/(?:thread|profile)\/[^/]/;

/** The public thread or profile that is opened after signing in or registering. */
export function WaitingPage() {
  const path = useReturnPath();
  if (!previewedPages.test(path)) return null;
  return (
    <div className="-mt-2 mb-7 min-h-29">
      <ErrorBoundary fallback={null}>
        <Suspense>
          <PagePreviewCard key={path} path={path} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
