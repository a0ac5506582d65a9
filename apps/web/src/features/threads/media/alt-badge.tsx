import { useId, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';

/** The ALT badge of a described image. A click shows the description over the image. */
export function AltBadge({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  return (
    <div
      className={classNames(
        'absolute inset-x-0 bottom-0 flex max-h-full flex-col items-start gap-1.5 p-2.5 text-on-overlay',
        isOpen ? 'bg-overlay' : 'pointer-events-none',
      )}
    >
      <button
        type="button"
        className="pointer-events-auto relative rounded-md bg-overlay px-1.5 text-[0.6875rem] leading-6 font-bold tracking-wide after:absolute after:-inset-2.5"
        aria-label={t('media.showDescription')}
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('media.alt')}
      </button>
      <p
        id={textId}
        hidden={!isOpen}
        // A long description must be scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="w-full overflow-y-auto text-sm leading-snug wrap-anywhere whitespace-pre-line"
      >
        {text}
      </p>
    </div>
  );
}
