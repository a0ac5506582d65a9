import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { Media } from '@skein/contracts/media';
import { withMessages } from '../../../i18n/load-messages.ts';
import { Picture } from './picture.tsx';
import type { VideoUse } from './video-use.ts';

const VideoProcessing = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./video-processing.tsx')).VideoProcessing }),
    'cardParts',
  ),
);

interface ConvertibleVideoProps {
  video: Media;
  /** Absent where only the owner sees the video. */
  usedBy?: VideoUse | undefined;
  /** The `sizes` attribute of the poster. */
  sizes: string;
  /** Renders the player. It should use `useVideoUrl`. */
  children: (video: Media) => ReactNode;
}

/** A video, or its poster until browsers can play it, with the progress of its conversion. */
export function ConvertibleVideo({ video, usedBy, sizes, children }: ConvertibleVideoProps) {
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
        <Suspense>
          <VideoProcessing
            mediaId={current.id}
            usedBy={usedBy}
            processing={processing}
            onConverted={setConverted}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * The URL to play. A conversion must not interrupt a video, so the original stays, which exists for
 * another day. It is replaced if it cannot be played.
 */
export function useVideoUrl({ mediaUrl }: Media, onBroken: () => void) {
  const [src, setSrc] = useState(mediaUrl);
  const onError = () => {
    if (src === mediaUrl) onBroken();
    else setSrc(mediaUrl);
  };
  return { src, onError };
}
