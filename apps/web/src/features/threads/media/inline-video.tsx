import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Media } from '@skein/contracts/media';
import { locale, t } from '../../../i18n/index.ts';
import { nameLanguage } from '../../../lib/language.ts';
import { prefersReducedMotion } from '../../../lib/motion.ts';
import { ConvertibleVideo, useVideoUrl } from './convertible-video.tsx';
import type { VideoUse } from './video-use.ts';

const inViewThreshold = 0.6;
// Short videos loop like animated images.
const loopMaxMs = 15_000;

interface PlayerProps {
  video: Media;
  onBroken: () => void;
}

interface InlineVideoProps extends PlayerProps {
  usedBy?: VideoUse | undefined;
}

/** A video that plays in the page, or its poster until browsers can play it. */
export function InlineVideo({ video, usedBy, onBroken }: InlineVideoProps) {
  return (
    <ConvertibleVideo video={video} usedBy={usedBy} sizes="(min-width: 640px) 600px, 100vw">
      {(current) => <Player video={current} onBroken={onBroken} />}
    </ConvertibleVideo>
  );
}

/** Plays muted while it is in view, unless the user prefers reduced motion or has paused it. */
function Player({ video, onBroken }: PlayerProps) {
  const { src, onError } = useVideoUrl(video, onBroken);
  const element = useRef<HTMLVideoElement>(null);
  const [isAutoplayOff] = useState(prefersReducedMotion);
  useAutoplayInView(element, !isAutoplayOff);
  const captions = video.captions;
  const shown = captions.find(({ language }) => language.split('-')[0] === locale);
  return (
    <video
      ref={element}
      controls
      muted
      playsInline
      loop={(video.durationMs ?? loopMaxMs) < loopMaxMs}
      preload={video.posterUrl === null ? 'metadata' : 'none'}
      poster={video.posterUrl ?? undefined}
      src={src}
      aria-label={video.altText ?? t('media.video')}
      className="absolute inset-0 size-full bg-overlay object-contain"
      onError={onError}
    >
      {captions.map(({ url, language }) => (
        <track
          key={language}
          kind="captions"
          src={url}
          srcLang={language}
          label={nameLanguage(language)}
          // The video is muted. A second default would be ignored.
          default={language === shown?.language}
        />
      ))}
    </video>
  );
}

/** Plays a video in view and pauses it out of view. A video paused by the user stays paused. */
function useAutoplayInView(element: RefObject<HTMLVideoElement | null>, isEnabled: boolean): void {
  const isPausedByUser = useRef(false);
  const isInView = useRef(false);

  const onVisibilityChange = useEffectEvent((isVisible: boolean) => {
    const video = element.current;
    isInView.current = isVisible;
    if (!video) return;
    if (!isVisible) video.pause();
    // Browsers in power saving mode reject this; the user can still press play.
    else if (isEnabled && !isPausedByUser.current) video.play().catch(() => undefined);
  });

  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    const observer = new IntersectionObserver(
      (entries) => onVisibilityChange(entries.at(-1)?.isIntersecting ?? false),
      { threshold: inViewThreshold },
    );
    const onPause = () => {
      isPausedByUser.current = isInView.current && !video.ended;
    };
    const onPlay = () => {
      isPausedByUser.current = false;
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
