import { useInfiniteQuery } from '@tanstack/react-query';
import { searchTotalMax } from '@skein/contracts/limits';
import type { MatchRange } from '@skein/contracts/search';
import { t } from '../../i18n/index.ts';
import { ThreadCardSkeleton } from '../threads/list/thread-list-skeleton.tsx';
import { ThreadCard } from '../threads/card/thread-card.tsx';
import type { Highlight } from '../threads/card/thread-text.tsx';
import { ThreadList } from '../threads/list/thread-list.tsx';
import { estimateHeight } from '../threads/card/estimate-height.ts';
import { NoResults } from './no-results.tsx';
import { searchThreadsQuery } from './search.queries.ts';
import type { Search } from './search-url.ts';
import { splitMatches } from './split-matches.ts';
import { SortLinks } from './search-filters.tsx';
import { usePageKey } from '../../lib/history-layers.tsx';

const skeletonIndexes = [0, 1, 2];

/** The threads that match a search. */
export function ThreadResults({ search }: { search: Search }) {
  const key = usePageKey();
  const query = useInfiniteQuery(searchThreadsQuery(search, key));
  const { data, isPending } = query;
  const total = data?.total ?? 0;
  const isEmpty = !isPending && total === 0;
  return (
    <>
      {/* A live region must be the same element in every state. */}
      <div
        className={
          isEmpty
            ? 'sr-only'
            : 'flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-2'
        }
      >
        <p role="status" className="min-w-0 text-sm text-muted wrap-anywhere">
          {isPending ? t('search.loading') : describe(total, search.query)}
        </p>
        {!isEmpty && <SortLinks search={search} />}
      </div>
      {isPending && skeletonIndexes.map((index) => <ThreadCardSkeleton key={index} />)}
      {isEmpty && (
        <NoResults
          title={t('search.noneTitle', { query: search.query })}
          searchText={search.query}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && !isEmpty && (
        <ThreadList
          query={query}
          entries={data.threads}
          texts={{
            label: t('search.results'),
            loading: t('search.loading'),
            empty: t('search.noneText'),
            error: t('search.noneText'),
            end: t('search.end'),
          }}
          estimateHeight={estimateHeight}
          renderCard={(thread, itemProps) => (
            <ThreadCard
              thread={thread}
              highlight={highlightMatches(thread.matches)}
              {...itemProps}
            />
          )}
        />
      )}
    </>
  );
}

/** Renders a part of a text with its search matches marked. */
function highlightMatches(matches: readonly MatchRange[]): Highlight {
  return (text, start) =>
    splitMatches(text, start, matches).map((segment) =>
      segment.isMatch ? (
        <mark key={segment.start} className="rounded-sm bg-match text-ink">
          {segment.text}
        </mark>
      ) : (
        segment.text
      ),
    );
}

function describe(count: number, query: string): string {
  return t(count < searchTotalMax ? 'search.found' : 'search.foundMore', { count, query });
}
