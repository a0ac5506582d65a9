import { useQuery } from '@tanstack/react-query';
import { listSkeletonCount } from '@skein/contracts/limits';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';
import { formatCompact } from '../../i18n/numbers.ts';
import { paths } from '../../lib/paths.ts';
import { trendingHashtagsQuery } from './hashtags.queries.ts';

/**
 * The trending hashtags in one row, for screens without a side column. Its height is fixed to
 * avoid a layout shift.
 */
export function TrendingRow() {
  const { data, isPending } = useQuery(trendingHashtagsQuery);
  return (
    <section aria-labelledby="trending-row" className="border-b border-line lg:hidden">
      <h2 id="trending-row" className="px-4 pt-4 text-lg font-semibold">
        {t('trending.title')}
      </h2>
      <div className="relative flex h-17 items-center gap-2 overflow-x-auto px-4 pb-1">
        {isPending && <RowSkeleton />}
        {!isPending && !data?.length && <p className="text-muted">{t('trending.empty')}</p>}
        {data && data.length > 0 && (
          <ul className="flex gap-2 pr-4">
            {data.map(({ tag, threadsCount }) => (
              <li key={tag}>
                <Link
                  to={paths.hashtag(tag)}
                  className="flex h-10 items-center gap-2 rounded-full border border-line px-3.5 whitespace-nowrap transition-colors hover:bg-hover active:bg-pressed"
                >
                  <span dir="auto" className="font-semibold">
                    #{tag}
                  </span>
                  <span className="text-sm text-muted">
                    <span aria-hidden>{formatCompact(threadsCount)}</span>
                    <span className="sr-only">{t('hashtag.threads', { count: threadsCount })}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function RowSkeleton() {
  return Array.from({ length: listSkeletonCount }, (_, index) => (
    <Skeleton key={index} className="h-10 w-28 shrink-0 rounded-full" />
  ));
}
