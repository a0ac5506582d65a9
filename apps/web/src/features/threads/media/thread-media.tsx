import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { CoveredMedia } from '../sensitive/warned-content.tsx';
import { MediaList } from './media-list.tsx';

interface ThreadMediaProps {
  thread: Thread | QuotedThread;
  isMain?: boolean;
}

/** The attachments of a thread. */
export function ThreadMedia({ thread, isMain = false }: ThreadMediaProps) {
  const { media } = thread;
  if (media.length === 0) return null;
  return (
    <CoveredMedia thread={thread} isMain={isMain}>
      <MediaList media={media} threadId={thread.id} />
    </CoveredMedia>
  );
}
