import { lazy, Suspense, useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { MediaGrid } from './media-grid.tsx';

const AttachedFile = lazy(async () => ({
  default: (await import('./attached-file.tsx')).AttachedFile,
}));

interface MediaListProps {
  media: Media[];
  /** Absent before the thread is published. */
  threadId?: string;
}

/** Attachments: images and videos in a grid, audio and documents in rows. */
export function MediaList({ media, ...usedBy }: MediaListProps) {
  const files = media.filter(({ mediaType }) => mediaType === 'audio' || mediaType === 'other');
  return (
    <>
      <MediaGrid media={media} {...usedBy} />
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </>
  );
}

/** Has a fixed height to avoid a layout shift while the component loads. Hidden if broken. */
function FileRow({ file }: { file: Media }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <div className="mt-2.5 h-14">
      <Suspense>
        <AttachedFile file={file} onBroken={() => setIsBroken(true)} />
      </Suspense>
    </div>
  );
}
