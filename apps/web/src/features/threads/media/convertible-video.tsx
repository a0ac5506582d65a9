import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Media } from '@skein/contracts/media';
import { withMessages } from '../../../i18n/load-messages.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Picture } from './picture.tsx';

const VideoProcessing = lazyComponent(() =>
  withMessages(async () => (await import('./video-processing.tsx')).VideoProcessing, 'cardParts'),
);

interface ConvertibleVideoProps {
  video: Media;
  /** The `sizes` attribute of the poster. */
  sizes: string;
  /** Renders the player. It should keep its first URL, because a conversion must not interrupt it. */
  children: (video: Media) => ReactNode;
}

/** A video, or its poster until browsers can play it, with the progress of its conversion. */
export function ConvertibleVideo({ video, sizes, children }: ConvertibleVideoProps) {
  const [converted, setConverted] = useState<Media | null>(null);
  // Lists contain the video as it was when they were fetched.
  const current = (video.processing && converted) ?? video;
  const { processing } = current;
  return (
    <>
      {processing?.isPlayable === false ? (
        <Picture media={current} sizes={sizes} />
      ) : (
        children(current)
      )}
      {processing && (
        <VideoProcessing mediaId={current.id} processing={processing} onConverted={setConverted} />
      )}
    </>
  );
}
