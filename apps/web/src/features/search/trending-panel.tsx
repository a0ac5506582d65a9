import { useState } from 'react';
import { listSkeletonCount } from '@skein/contracts/limits';
import type { TrendingHashtag } from '@skein/contracts/search';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { Panel } from '../../ui/panel.tsx';

const collapsedCount = 5;

/** The panel with the trending hashtags. */
export function TrendingPanel({ tags }: { tags: readonly TrendingHashtag[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const shown = isExpanded ? tags : tags.slice(0, collapsedCount);
  return (
    <Panel title={t('trending.title')}>
      {tags.length === 0 ? (
        <p className="text-sm text-muted">{t('trending.empty')}</p>
      ) : (
        <ol className="-mx-4 -mb-2 flex flex-col">
          {shown.map((tag) => (
            <li key={tag.tag}>
              <TrendingTag hashtag={tag} />
            </li>
          ))}
        </ol>
      )}
      {tags.length > collapsedCount && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
          className="finger mt-3 min-h-6 text-sm font-medium text-accent hover:underline"
        >
          {t(isExpanded ? 'trending.showLess' : 'trending.showMore')}
        </button>
      )}
    </Panel>
  );
}

/** A link to a hashtag with its numbers of threads. */
export function TrendingTag({ hashtag }: { hashtag: TrendingHashtag }) {
  const { tag, threadsCount, recentCount } = hashtag;
  return (
    <Link
      to={paths.hashtag(tag)}
      className="flex min-h-12 flex-col justify-center px-4 py-1.5 leading-tight transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span dir="auto" className="truncate font-semibold">
        #{tag}
      </span>
      <span className="text-sm text-muted">
        {t('hashtag.threads', { count: threadsCount })}
        {recentCount > 0 && <span> · {t('trending.recent', { count: recentCount })}</span>}
      </span>
    </Link>
  );
}

/** Placeholder of the panel while it loads. */
export function TrendingPanelSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="rounded-lg border border-line p-4 pb-2"
    >
      <Skeleton className="mb-3 h-5 w-24" />
      {Array.from({ length: listSkeletonCount }, (_, index) => (
        <div key={index} className="flex h-12 flex-col justify-center gap-2">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  );
}
