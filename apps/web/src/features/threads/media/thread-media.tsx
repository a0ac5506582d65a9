import { useState } from 'react';
import type { Media } from '@skein/contracts/media';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { CoveredMedia } from '../sensitive/warned-content.tsx';
import { MediaGrid } from './media-grid.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const AttachedFile = lazyComponent(async () => (await import('./attached-file.tsx')).AttachedFile);

interface ThreadMediaProps {
  thread: Thread | QuotedThread;
  isMain?: boolean;
}

/** The attachments of a thread: images and videos in a grid, audio and documents in rows. */
export function ThreadMedia({ thread, isMain = false }: ThreadMediaProps) {
  const { media } = thread;
  if (media.length === 0) return null;
  const files = media.filter(({ mediaType }) => mediaType === 'audio' || mediaType === 'other');
  return (
    <CoveredMedia thread={thread} isMain={isMain}>
      <MediaGrid media={media} threadId={thread.id} />
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </CoveredMedia>
  );
}

/** Has a fixed height to avoid a layout shift while the component loads. Hidden if broken. */
function FileRow({ file }: { file: Media }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <div className="mt-2.5 h-14">
      <AttachedFile file={file} onBroken={() => setIsBroken(true)} />
    </div>
  );
}
