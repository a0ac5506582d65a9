import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { withMessages } from '../../../i18n/load-messages.ts';

const loadCovers = () => withMessages(() => import('./covers.tsx'), 'sensitive');
const ContentWarning = lazy(async () => ({ default: (await loadCovers()).ContentWarning }));
const MediaCover = lazy(async () => ({ default: (await loadCovers()).MediaCover }));

interface CoverProps {
  thread: Thread | QuotedThread;
  /** True on the page of the thread, where the reader can open it whatever the setting. */
  isMain?: boolean;
  /** Not rendered, and so not requested, while it is covered. */
  children: ReactNode;
}

/** Everything that a thread contains, behind its content warning if it has one. */
export function WarnedContent(props: CoverProps) {
  if (props.thread.contentWarning === null) return props.children;
  return (
    <Suspense fallback={<div className="mt-1.5 h-12" />}>
      <ContentWarning {...props} />
    </Suspense>
  );
}

/** The files of a thread, covered if the author marked them. A content warning covers them anyway. */
export function CoveredMedia(props: CoverProps) {
  const { isSensitive, contentWarning } = props.thread;
  if (!isSensitive || contentWarning !== null) return props.children;
  return (
    <Suspense fallback={<div className="mt-2.5 h-40" />}>
      <MediaCover {...props} />
    </Suspense>
  );
}
