import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';

const loadHints = async () => ({ default: (await import('./search-hints.tsx')).SearchHints });
const SearchHints = lazy(loadHints);

function preloadHints(): void {
  loadHints().catch(() => {
    // Opening the hints tries again.
  });
}

/** Opens the search hints. */
export function SearchHintsButton() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <IconButton
        ref={anchor}
        icon={CircleQuestionMark}
        label={t('search.hints')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-mr-2"
        onPointerEnter={preloadHints}
        onFocus={preloadHints}
        onClick={() => {
          setIsOpen(!isOpen);
          setWasOpened(true);
        }}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <SearchHints anchor={anchor} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
