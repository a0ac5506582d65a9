import { withMessages } from '../../../i18n/load-messages.ts';
import type { CoverProps } from './covers.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const Cover = lazyComponent(() =>
  withMessages(async () => (await import('./covers.tsx')).Cover, 'cardParts'),
);

/** Everything that a thread contains, behind its content warning if it has one. */
export function WarnedContent(props: CoverProps) {
  if (props.thread.contentWarning === null) return props.children;
  return <Cover {...props} fallback={<div className="h-14" />} />;
}

/** The files of a thread, covered if the author marked them. A content warning covers them anyway. */
export function CoveredMedia(props: CoverProps) {
  const { isSensitive, contentWarning } = props.thread;
  return isSensitive && contentWarning === null ? (
    <Cover {...props} fallback={<div className="h-40" />} />
  ) : (
    props.children
  );
}
