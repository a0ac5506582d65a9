import { lazy, Suspense } from 'react';
import { withMessages } from '../../../i18n/load-messages.ts';
import type { CoverProps } from './covers.tsx';

const Cover = lazy(() =>
  withMessages(async () => ({ default: (await import('./covers.tsx')).Cover }), 'cardParts'),
);

/** Everything that a thread contains, behind its content warning if it has one. */
export function WarnedContent(props: CoverProps) {
  if (props.thread.contentWarning === null) return props.children;
  return (
    <Suspense fallback={<div className="h-14" />}>
      <Cover {...props} />
    </Suspense>
  );
}

/** The files of a thread, covered if the author marked them. A content warning covers them anyway. */
export function CoveredMedia(props: CoverProps) {
  const { isSensitive, contentWarning } = props.thread;
  return isSensitive && contentWarning === null ? (
    <Suspense fallback={<div className="h-40" />}>
      <Cover {...props} />
    </Suspense>
  ) : (
    props.children
  );
}
