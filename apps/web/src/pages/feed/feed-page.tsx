import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { needsSetup } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/index.ts';
import { Page } from '../../ui/layout/page.tsx';
import { AnnouncementCard } from '../../features/feed/announcement-card.tsx';
import { FeedPrompt } from '../../features/feed/feed-prompt.tsx';
import { FeedTabs } from '../../features/feed/feed-tabs.tsx';
import { Feed } from '../../features/feed/feed.tsx';
import { useFeedKind } from '../../features/feed/use-feed-kind.ts';
import { feedQuery } from '../../features/feed/feed.queries.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { PanelsBelow, SidePanels } from '../side-panels/side-panels.tsx';
import { t } from '../../i18n/index.ts';

/**
 * The home feed. `?feed=following` selects the second tab; without it, the last one is shown. On a new
 * instance it offers the setup to administrators.
 */
export function FeedPage() {
  const { user } = useSession();
  const feed = useFeedKind();
  const { data: entries } = useInfiniteQuery(feedQuery(feed));
  const isEmpty = entries?.length === 0;
  return (
    <Page title={t('feed.title')} aside={<SidePanels {...(isEmpty && { kinds: ['trending'] })} />}>
      {needsSetup() && (user?.isAdmin === true || user?.canSetUp === true) && (
        <p className="border-b border-line bg-welcome px-4 py-3">
          {t('feed.newInstance')}{' '}
          <Link to={paths.setup} className="font-semibold text-accent hover:underline">
            {t('feed.setUp')}
          </Link>
        </p>
      )}
      <FeedPrompt />
      {user && <FirstStepsCard userId={user.id} />}
      <FeedTabs current={feed} />
      <AnnouncementCard feed={feed} />
      <Feed
        key={feed}
        feed={feed}
        whenEmpty={
          <div className="grid grid-cols-1 gap-4 p-4">
            <PanelsBelow />
          </div>
        }
      />
    </Page>
  );
}
