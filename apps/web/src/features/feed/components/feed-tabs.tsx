import { Link } from 'react-router-dom';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import type { FeedKind } from '../../threads/api/thread-keys.ts';

const tabs = [
  { feed: 'all', label: 'feed.tabAll', to: paths.feed },
  { feed: 'following', label: 'feed.tabFollowing', to: `${paths.feed}?feed=following` },
] as const satisfies { feed: FeedKind; label: string; to: string }[];

/** Which feed is shown. Each has its address, so these are links. */
export function FeedTabs({ current }: { current: FeedKind }) {
  return (
    <nav aria-label={t('feed.tabs')} className="flex border-b border-line">
      {tabs.map(({ feed, label, to }) => (
        <Link
          key={feed}
          to={to}
          aria-current={feed === current ? 'page' : undefined}
          className={classNames(
            'flex h-12 flex-1 items-center justify-center font-semibold transition-colors hover:bg-hover focus-visible:-outline-offset-2',
            feed === current ? 'text-ink' : 'text-muted',
          )}
        >
          <span
            className={classNames(
              'flex h-full items-center border-b-3 px-1',
              feed === current ? 'border-accent' : 'border-transparent',
            )}
          >
            {t(label)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
