import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { lazy, Suspense, useRef, useState } from 'react';
import { preloader } from '../../lib/preloader.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { t } from '../../i18n/index.ts';

const loadSearchHints = async () => ({ default: (await import('./search-hints.tsx')).SearchHints });
const SearchHints = lazy(loadSearchHints);

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
        onPointerEnter={preloader(loadSearchHints)}
        onFocus={preloader(loadSearchHints)}
        onClick={() => {
          setIsOpen(!isOpen);
          setWasOpened(true);
        }}
      />
      {wasOpened && (
        <Suspense>
          <SearchHints anchor={anchor} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
