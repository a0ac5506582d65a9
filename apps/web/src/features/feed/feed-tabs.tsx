import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'react-router-dom';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { listsQuery } from '../lists/own-lists.queries.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';

const tabs = [
  { feed: 'all', label: 'feed.tabAll', to: `${paths.feed}?feed=all` },
  { feed: 'following', label: 'feed.tabFollowing', to: `${paths.feed}?feed=following` },
] as const satisfies { feed: FeedKind; label: string; to: string }[];

/** The tabs that select the feed. @param current A feed, or the id of a list. */
export function FeedTabs({ current }: { current: string }) {
  const { data: lists = [] } = useQuery(listsQuery);
  return (
    <LinkTabs
      label={t('feed.tabs')}
      tabs={[
        ...tabs.map(({ feed, label, to }) => ({
          to,
          label: t(label),
          isCurrent: feed === current,
        })),
        ...lists.map(({ id, name }) => ({
          to: paths.list(id),
          label: name,
          isCurrent: id === current,
        })),
      ]}
    >
      <Tooltip text={t('feed.newList')}>
        <Link
          to={paths.lists}
          aria-label={t('feed.newList')}
          className="flex size-12 shrink-0 items-center justify-center text-muted transition-colors hover:bg-hover focus-visible:-outline-offset-2"
        >
          <Plus size={20} aria-hidden />
        </Link>
      </Tooltip>
    </LinkTabs>
  );
}
