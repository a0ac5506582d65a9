import History from 'lucide-react/icons/rotate-ccw-clock';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '../../ui/icon-button.tsx';
import { t } from '../../i18n/index.ts';
import { removeRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.ts';
import { searchUrl } from './search-url.ts';

/** The user's recent searches on this device. Hidden if there are none. */
export function RecentSearches({ userId }: { userId: string }) {
  const [queries, setQueries] = useState(() => readRecentSearches(userId));
  const refresh = () => setQueries(readRecentSearches(userId));
  if (queries.length === 0) return null;
  return (
    <section aria-labelledby="recent-searches" className="border-b border-line pt-3 pb-2">
      <div className="flex items-center justify-between pr-2 pl-4">
        <h2 id="recent-searches" className="text-lg font-semibold">
          {t('search.recent')}
        </h2>
        <button
          type="button"
          className="h-10 rounded-full px-3 text-sm font-medium text-accent hover:underline"
          onClick={() => {
            clearRecentSearches(userId);
            refresh();
          }}
        >
          {t('search.forgetAll')}
        </button>
      </div>
      <ul>
        {queries.map((query) => (
          <li key={query} className="flex items-center pr-2 transition-colors hover:bg-hover">
            <Link
              to={searchUrl({ query, kind: 'threads', sort: 'relevance' })}
              className="flex h-11 min-w-0 grow items-center gap-3 pl-4 focus-visible:-outline-offset-2"
            >
              <History size="1.125rem" className="shrink-0 text-muted" aria-hidden />
              <span dir="auto" className="truncate">
                {query}
              </span>
            </Link>
            <IconButton
              icon={X}
              iconSize={16}
              label={t('search.forget', { query })}
              onClick={() => {
                removeRecentSearch(userId, query);
                refresh();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
