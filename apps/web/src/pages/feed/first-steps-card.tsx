import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { currentUserQuery } from '../../features/auth/account/current-user.queries.ts';
import { t } from '../../i18n/index.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { useFirstSteps } from '../../lib/first-steps.ts';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { ErrorBoundary } from '../../ui/layout/error-boundary.tsx';

const FirstSteps = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../../features/first-steps/first-steps.tsx')).FirstSteps,
    }),
    'users',
    'settings',
    'firstSteps',
  ),
);

/** The first steps of a new user, until they are finished or closed. */
export function FirstStepsCard({ userId }: { userId: string }) {
  const { step, isOpen } = useFirstSteps(userId);
  const { data: user } = useQuery(currentUserQuery);
  // As high as the first step, so that the feed hardly moves.
  const placeholder = (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="min-h-133 sm:min-h-107 border-b border-line bg-welcome"
    />
  );
  return (
    <FocusRegion>
      {isOpen && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={placeholder}>
            {user ? <FirstSteps user={user} step={step} /> : placeholder}
          </Suspense>
        </ErrorBoundary>
      )}
    </FocusRegion>
  );
}
