import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Media } from '@skein/contracts/media';
import { t } from '../../../i18n/index.ts';
import { formatDuration } from './format-duration.ts';
import { WaveformBars } from './waveform-bars.tsx';

interface VoicePlayerProps {
  media: Pick<Media, 'mediaUrl' | 'durationMs' | 'waveform'>;
  onBroken: () => void;
}

const speeds = [1, 1.5, 2] as const;
/** All voice messages are played at the speed that was chosen last. */
let lastSpeed: number = speeds[0];
/** Starting one stops the other. */
let playing: HTMLAudioElement | null = null;

const seekSteps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
};

/** Plays a voice message, with its waveform as the seek bar. */
export function VoicePlayer({ media, onBroken }: VoicePlayerProps) {
  const { mediaUrl, durationMs, waveform } = media;
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [speed, setSpeed] = useState(lastSpeed);
  const duration = (durationMs ?? 0) / 1000;
  const length = formatDuration(duration);
  usePosition(audio, isPlaying, setPosition);

  const seek = (seconds: number) => {
    const to = Math.min(Math.max(0, seconds), duration);
    if (audio.current) audio.current.currentTime = to;
    setPosition(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = seekSteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    seek(position + step);
  };
  const toggle = () => {
    if (!audio.current) return;
    if (isPlaying) audio.current.pause();
    else audio.current.play().catch(() => setIsPlaying(false));
  };
  const start = () => {
    if (!audio.current) return;
    if (playing !== audio.current) playing?.pause();
    playing = audio.current;
    playing.playbackRate = lastSpeed;
    setSpeed(lastSpeed);
    setIsPlaying(true);
  };
  const changeSpeed = () => {
    lastSpeed = speeds[(speeds.findIndex((known) => known === speed) + 1) % speeds.length] ?? 1;
    setSpeed(lastSpeed);
    if (audio.current) audio.current.playbackRate = lastSpeed;
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <div
      role="group"
      aria-label={t('voice.player', { duration: length })}
      className="flex h-14 w-72 max-w-full items-center gap-2 rounded-full border border-line bg-canvas px-2 text-ink"
    >
      {/* A voice message has no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={mediaUrl}
        preload="none"
        onPlay={start}
        onPause={() => setIsPlaying(false)}
        onEnded={() => setPosition(0)}
        onError={onBroken}
      />
      <button
        type="button"
        aria-label={t(isPlaying ? 'voice.pause' : 'voice.play')}
        onClick={toggle}
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong"
      >
        <Icon aria-hidden className="size-5 fill-current" />
      </button>
      <div className="relative min-w-0 grow rounded-sm text-accent focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <WaveformBars values={waveform ?? []} played={duration === 0 ? 0 : position / duration} />
        <input
          type="range"
          aria-label={t('voice.position')}
          aria-valuetext={t('voice.positionText', {
            position: formatDuration(position),
            duration: length,
          })}
          min={0}
          max={duration}
          step="any"
          value={position}
          onChange={({ target }) => seek(target.valueAsNumber)}
          onKeyDown={onKeyDown}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
        />
      </div>
      <span className="w-9 shrink-0 text-right text-xs text-muted tabular-nums">
        {isPlaying || position > 0 ? formatDuration(position) : length}
      </span>
      <button
        type="button"
        aria-label={t('voice.speed', { speed: String(speed) })}
        onClick={changeSpeed}
        className="h-8 w-10 shrink-0 rounded-full bg-sunken text-xs font-semibold tabular-nums hover:bg-hover"
      >
        {speed}×
      </button>
    </div>
  );
}

/** Reads the position of each frame while it plays: `timeupdate` fires only a few times per second. */
function usePosition(
  audio: { readonly current: HTMLAudioElement | null },
  isPlaying: boolean,
  onChange: (seconds: number) => void,
): void {
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = 0;
    const read = () => {
      if (audio.current) onChange(audio.current.currentTime);
      frame = requestAnimationFrame(read);
    };
    frame = requestAnimationFrame(read);
    return () => cancelAnimationFrame(frame);
  }, [audio, isPlaying, onChange]);
}
