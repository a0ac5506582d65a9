import SearchIcon from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import type { RefObject } from 'react';
import { searchQueryMaxLength } from '@skein/contracts/limits';
import { IconButton } from '../../ui/icon-button.tsx';
import { t } from '../../i18n/index.ts';
import { SearchHintsButton } from './search-hints-button.tsx';

interface SearchFormProps {
  /** The current search. */
  query: string;
  box: RefObject<HTMLInputElement | null>;
  /** Called on Enter and by the clear button. A blank query ends the search. */
  onSearch: (query: string) => void;
}

export function SearchForm({ query, box, onSearch }: SearchFormProps) {
  const [text, setText] = useState(query);
  const [previousQuery, setPreviousQuery] = useState(query);
  const helpId = useId();
  // Navigation can change the query.
  if (previousQuery !== query) {
    setPreviousQuery(query);
    setText(query);
  }
  const submit = () => {
    onSearch(text);
    // Closes the on-screen keyboard, which would cover the results.
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
          size="1.125rem"
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
