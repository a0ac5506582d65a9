import { LinkTabs } from '../../../ui/link-tabs.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import type { FeedKind } from '../../threads/cache/thread-keys.ts';

const tabs = [
  { feed: 'all', label: 'feed.tabAll', to: `${paths.feed}?feed=all` },
  { feed: 'following', label: 'feed.tabFollowing', to: `${paths.feed}?feed=following` },
] as const satisfies { feed: FeedKind; label: string; to: string }[];

/** The tabs that select the feed. */
export function FeedTabs({ current }: { current: FeedKind }) {
  return (
    <LinkTabs
      label={t('feed.tabs')}
      tabs={tabs.map(({ feed, label, to }) => ({
        to,
        label: t(label),
        isCurrent: feed === current,
      }))}
    />
  );
}
