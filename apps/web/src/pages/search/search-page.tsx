import { isBlank } from '@skein/contracts/text';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { Discover } from '../../features/search/discover.tsx';
import { UserResults } from '../../features/search/user-results.tsx';
import { ThreadResults } from '../../features/search/thread-results.tsx';
import { RecentSearches } from '../../features/search/recent-searches.tsx';
import { SearchKindTabs } from '../../features/search/search-filters.tsx';
import { SearchForm } from '../../features/search/search-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { saveRecentSearch } from '../../features/search/recent-searches.ts';
import { readSearch, searchUrl } from '../../features/search/search-url.ts';
import type { Search } from '../../features/search/search-url.ts';
import { useSearchBox } from '../../features/search/use-search-box.ts';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

/** Search for threads and users. The URL contains the search. */
export function SearchPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const box = useSearchBox();
  const { user } = useSession();
  const userId = user?.id ?? '';
  const search = readSearch(params);

  const submit = (text: string) => {
    const query = isBlank(text) ? '' : text.trim();
    if (query !== '') saveRecentSearch(userId, query);
    // Submitting the same query again replaces the history entry and refetches.
    void navigate(searchUrl({ ...search, query }), { replace: query === search.query });
  };
  return (
    <Page
      title={t('search.title')}
      tabTitle={search.query === '' ? undefined : t('search.tabTitle', { query: search.query })}
      aside={<SidePanels />}
    >
      <SearchForm query={search.query} box={box} onSearch={submit} />
      {search.query === '' ? <Start userId={userId} /> : <Results search={search} />}
    </Page>
  );
}

// These return fragments without a wrapper: a list measures its siblings to find its offset.

function Start({ userId }: { userId: string }) {
  return (
    <>
      <div className="border-b border-line">
        <Notice title={t('search.emptyTitle')} text={t('search.emptyText')} />
      </div>
      <RecentSearches userId={userId} />
      <Discover />
    </>
  );
}

function Results({ search }: { search: Search }) {
  return (
    <>
      <SearchKindTabs search={search} />
      {search.kind === 'people' ? (
        <UserResults searchText={search.query} />
      ) : (
        <ThreadResults search={search} />
      )}
    </>
  );
}
