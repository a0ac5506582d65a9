import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { t } from '../../../i18n/index.ts';
import { useReducedMotion } from '../../../lib/appearance.ts';

/** The server stores the first frame of animated images as their poster. */
export function isAnimation({ mediaType, posterUrl }: Pick<Media, 'mediaType' | 'posterUrl'>) {
  return mediaType === 'image' && posterUrl !== null;
}

/** Whether an image is paused, and the button that changes it; null for an image that does not move. */
export function useAnimation(media: Media) {
  const isMotionReduced = useReducedMotion();
  const [isPlaying, setIsPlaying] = useState<boolean | null>(null);
  const isPaused = !(isPlaying ?? !isMotionReduced);
  const button = isAnimation(media) ? (
    <AnimationButton isPaused={isPaused} onToggle={() => setIsPlaying(isPaused)} />
  ) : null;
  return { isPaused, button };
}

interface AnimationButtonProps {
  isPaused: boolean;
  onToggle: () => void;
}

/** Lies over the picture, apart from the ALT badge. */
function AnimationButton({ isPaused, onToggle }: AnimationButtonProps) {
  const Icon = isPaused ? Play : Pause;
  return (
    <button
      type="button"
      className="absolute top-2 right-2 grid size-9 place-items-center rounded-full bg-overlay text-on-overlay"
      aria-label={t(isPaused ? 'media.playAnimation' : 'media.pauseAnimation')}
      onClick={onToggle}
    >
      <Icon aria-hidden className="size-4 fill-current" />
    </button>
  );
}
