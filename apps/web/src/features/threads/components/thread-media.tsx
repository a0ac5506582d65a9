import { Suspense, lazy } from 'react';
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
        // As high as what comes: nothing below it moves.
        <div key={file.id} className="mt-2.5 h-14">
          <Suspense>
            <AttachedFile file={file} />
          </Suspense>
        </div>
      ))}
    </>
  );
}
