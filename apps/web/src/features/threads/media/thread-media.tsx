import { Suspense, lazy, useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { MediaGrid } from './media-grid.tsx';

const AttachedFile = lazy(async () => ({
  default: (await import('./attached-file.tsx')).AttachedFile,
}));

/** Everything attached to a thread: what can be seen in a grid, what is heard or read in rows. */
export function ThreadMedia({ media }: { media: Media[] }) {
  const files = media.filter(({ mediaType }) => mediaType === 'audio' || mediaType === 'other');
  return (
    <>
      <MediaGrid media={media} />
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </>
  );
}

/** As high as what comes: nothing below it moves. What cannot be played is hidden. */
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
