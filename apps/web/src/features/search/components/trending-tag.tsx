import { Link } from 'react-router-dom';
import type { TrendingHashtag } from '@skein/contracts/search';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';

/** A tag that is trending, with how much it is used: all of it leads to its threads. */
export function TrendingTag({ tag: { tag, threadsCount, recentCount } }: { tag: TrendingHashtag }) {
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
        {recentCount > 0 && ` · ${t('trending.recent', { count: recentCount })}`}
      </span>
    </Link>
  );
}
