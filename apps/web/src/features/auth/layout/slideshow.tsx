import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { prefersReducedMotion } from '../../../lib/motion.ts';
import { FriendsDrawing, MomentsDrawing, TalkDrawing } from './slide-drawings.tsx';

const slides = [
  { Drawing: FriendsDrawing, title: 'slides.friendsTitle', text: 'slides.friendsText' },
  { Drawing: MomentsDrawing, title: 'slides.momentsTitle', text: 'slides.momentsText' },
  { Drawing: TalkDrawing, title: 'slides.talkTitle', text: 'slides.talkText' },
] as const;

const slideDurationMs = 7000;

/** Three slides. Can be paused, and starts paused if the user prefers reduced motion. */
export function Slideshow() {
  const [current, setCurrent] = useState(0);
  const [isPlaying, setIsPlaying] = useState(() => !prefersReducedMotion());
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => setCurrent((current + 1) % slides.length), slideDurationMs);
    return () => clearTimeout(timer);
  }, [current, isPlaying]);

  return (
    <section
      aria-label={t('slides.label')}
      className="flex min-w-0 grow flex-col justify-center overflow-hidden px-12 py-10 xl:px-20"
    >
      <div className="mx-auto grid w-full max-w-column">
        {slides.map(({ Drawing, title, text }, index) => (
          <div
            key={title}
            inert={index !== current}
            className={classNames(
              'col-start-1 row-start-1 transition-opacity duration-500',
              index !== current && 'opacity-0',
            )}
          >
            <Drawing />
            <h2 className="mt-10 text-2xl font-semibold tracking-tight">{t(title)}</h2>
            <p className="mt-2 max-w-form text-lg text-muted">{t(text)}</p>
          </div>
        ))}
      </div>
      <div className="mx-auto mt-8 flex w-full max-w-column items-center gap-1">
        {slides.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            aria-label={t('slides.show', { number: index + 1, total: slides.length })}
            aria-current={index === current}
            onClick={() => {
              setCurrent(index);
              setIsPlaying(false);
            }}
            className="group flex h-6 items-center"
          >
            <span className="h-1 w-8 rounded-full bg-field/40 transition-colors group-hover:bg-field group-aria-current:bg-accent" />
          </button>
        ))}
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={t(isPlaying ? 'slides.pause' : 'slides.play')}
          iconSize={16}
          className="ml-2 size-8 hover:bg-transparent"
          onClick={() => setIsPlaying(!isPlaying)}
        />
      </div>
    </section>
  );
}
