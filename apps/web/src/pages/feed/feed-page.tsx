import { Page } from '../../ui/layout/page.tsx';
import { FeedPrompt } from '../../features/feed/components/feed-prompt.tsx';
import { FeedTabs } from '../../features/feed/components/feed-tabs.tsx';
import { Feed } from '../../features/feed/components/feed.tsx';
import { useFeedKind } from '../../features/feed/model/use-feed-kind.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { t } from '../../i18n/index.ts';

/** The home feed. `?feed=following` selects the second tab; without it, the last one is shown. */
export function FeedPage() {
  const feed = useFeedKind();
  return (
    <Page title={t('feed.title')} aside={<SidePanels />}>
      <FeedPrompt />
      <FeedTabs current={feed} />
      <Feed
        key={feed}
        feed={feed}
        whenEmpty={
          <div className="grid gap-4 p-4">
            <SidePanels isBelow />
          </div>
        }
      />
    </Page>
  );
}
