import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Media } from '@skein/contracts/media';
import { enMedia } from '../../../i18n/en-media.ts';
import { addMessages, t } from '../../../i18n/index.ts';
import { prefersStillness } from '../../../lib/motion.ts';

addMessages(enMedia);

const inViewThreshold = 0.6;
// A few seconds long, it is meant to go round, as an animated picture does.
const loopMaxMs = 15_000;

interface InlineVideoProps {
  video: Media;
  onBroken: () => void;
}

/**
 * A video in its place: plays without sound while it is in view, unless the person wants things
 * to keep still or has stopped it.
 */
export function InlineVideo({ video, onBroken }: InlineVideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  const [keepsStill] = useState(prefersStillness);
  usePlayInView(element, !keepsStill);
  return (
    <video
      ref={element}
      controls
      muted
      playsInline
      loop={(video.durationMs ?? loopMaxMs) < loopMaxMs}
      preload={video.posterUrl === null ? 'metadata' : 'none'}
      poster={video.posterUrl ?? undefined}
      src={video.mediaUrl}
      aria-label={video.altText ?? t('media.video')}
      className="absolute inset-0 size-full bg-overlay object-contain"
      onError={onBroken}
    />
  );
}

/** Starts what comes into view and stops what leaves it; what was stopped by hand stays stopped. */
function usePlayInView(element: RefObject<HTMLVideoElement | null>, isWanted: boolean): void {
  const isStoppedByHand = useRef(false);
  const isInView = useRef(false);

  const see = useEffectEvent((isSeen: boolean) => {
    const video = element.current;
    isInView.current = isSeen;
    if (!video) return;
    if (!isSeen) video.pause();
    // Refused by the browser, for saving power: then it waits for a press.
    else if (isWanted && !isStoppedByHand.current) video.play().catch(() => undefined);
  });

  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    const observer = new IntersectionObserver(
      (changes) => see(changes.at(-1)?.isIntersecting ?? false),
      { threshold: inViewThreshold },
    );
    const onPause = () => {
      isStoppedByHand.current = isInView.current && !video.ended;
    };
    const onPlay = () => {
      isStoppedByHand.current = false;
    };
    observer.observe(video);
    video.addEventListener('pause', onPause);
    video.addEventListener('play', onPlay);
    return () => {
      observer.disconnect();
      video.removeEventListener('pause', onPause);
      video.removeEventListener('play', onPlay);
    };
  }, [element]);
}
