import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { t } from '../../../i18n/index.ts';

const SearchHints = lazyComponent(async () => (await import('./search-hints.tsx')).SearchHints);

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
        onPointerEnter={SearchHints.preload}
        onFocus={SearchHints.preload}
        onClick={() => {
          setIsOpen(!isOpen);
          setWasOpened(true);
        }}
      />
      {wasOpened && <SearchHints anchor={anchor} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
