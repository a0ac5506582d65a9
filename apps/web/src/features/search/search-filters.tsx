import { Link } from 'react-router-dom';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../i18n/index.ts';
import { searchUrl } from './search-url.ts';
import type { Search } from './search-url.ts';

const kinds = ['threads', 'people'] as const;
const sorts = [
  { sort: 'relevance', label: 'search.relevance' },
  { sort: 'recent', label: 'search.recentFirst' },
] as const;

/** Tabs to search for threads or users. */
export function SearchKindTabs({ search }: { search: Search }) {
  return (
    <LinkTabs
      label={t('search.kinds')}
      replace
      tabs={kinds.map((kind) => ({
        to: searchUrl({ ...search, kind }),
        label: t(`search.${kind}`),
        isCurrent: kind === search.kind,
      }))}
    />
  );
}

/** Links to sort the results. */
export function SortLinks({ search }: { search: Search }) {
  return (
    <nav aria-label={t('search.order')} className="flex gap-1">
      {sorts.map(({ sort, label }) => {
        const isCurrent = sort === search.sort;
        return (
          <Link
            key={sort}
            to={searchUrl({ ...search, sort })}
            replace
            aria-current={isCurrent ? 'true' : undefined}
            className={classNames(
              'finger flex h-8 items-center rounded-full px-3 text-sm font-medium transition-colors',
              isCurrent ? 'bg-pressed' : 'text-muted hover:bg-hover',
            )}
          >
            {t(label)}
          </Link>
        );
      })}
    </nav>
  );
}
