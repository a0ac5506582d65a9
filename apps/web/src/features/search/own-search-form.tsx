import SearchIcon from 'lucide-react/icons/search';
import { useState } from 'react';
import { searchQueryMaxLength } from '@skein/contracts/limits';
import { isBlank } from '@skein/contracts/text';
import { useNavigate } from 'react-router-dom';
import { searchUrl } from './search-url.ts';

interface OwnSearchFormProps {
  /** The accessible name and placeholder. */
  label: string;
  /** The search operator of the list. */
  operator: 'in:bookmarks' | `folder:"${string}"` | 'in:likes' | 'from:me';
}

/** Searches one of the viewer's own lists, on the search page. */
export function OwnSearchForm({ label, operator }: OwnSearchFormProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <form
      role="search"
      aria-label={label}
      className="relative border-b border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlank(text)) return;
        void navigate(
          searchUrl({ query: `${operator} ${text.trim()}`, kind: 'threads', sort: 'recent' }),
        );
      }}
    >
      <SearchIcon
        size="1.125rem"
        className="pointer-events-none absolute top-6.5 left-7.5 text-muted"
        aria-hidden
      />
      <input
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-label={label}
        placeholder={label}
        maxLength={searchQueryMaxLength - operator.length - 1}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        className="h-11 w-full min-w-0 rounded-full border border-field bg-canvas pr-4 pl-10 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
      />
    </form>
  );
}
