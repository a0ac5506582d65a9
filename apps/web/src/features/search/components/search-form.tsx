import { Search as SearchIcon, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import { searchQueryMaxLength } from '@skein/contracts/limits';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { SearchHintsButton } from './search-hints-button.tsx';

interface SearchFormProps {
  /** What is looked for. */
  query: string;
  box: RefObject<HTMLInputElement | null>;
  /** Asked for with Enter or the clear button; a blank one ends the search. */
  onSearch: (query: string) => void;
}

/** The box to search with (spec, section 2). */
export function SearchForm({ query, box, onSearch }: SearchFormProps) {
  const [text, setText] = useState(query);
  const [last, setLast] = useState(query);
  const helpId = useId();
  // Going back, or a link, may change what is looked for.
  if (last !== query) {
    setLast(query);
    setText(query);
  }
  const submit = () => {
    onSearch(text);
    // The keyboard of a touch screen would cover what is found.
    if (window.matchMedia('(pointer: coarse)').matches) box.current?.blur();
  };
  const clear = () => {
    setText('');
    if (query !== '') onSearch('');
    box.current?.focus();
  };
  return (
    <form
      role="search"
      className="border-b border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="relative flex items-center gap-1">
        <SearchIcon
          size={18}
          className="pointer-events-none absolute left-3.5 text-muted"
          aria-hidden
        />
        <input
          ref={box}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('search.box')}
          aria-describedby={helpId}
          placeholder={t('search.box')}
          maxLength={searchQueryMaxLength}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          className="h-11 w-full min-w-0 rounded-full border border-field bg-canvas pr-12 pl-10 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent [&::-webkit-search-cancel-button]:hidden"
        />
        {text !== '' && (
          <IconButton
            icon={X}
            iconSize={18}
            label={t('search.clear')}
            onClick={clear}
            className="absolute right-11.5"
          />
        )}
        <SearchHintsButton />
      </div>
      <p id={helpId} className="mt-2 text-sm text-muted">
        {t('search.help')}
      </p>
    </form>
  );
}
