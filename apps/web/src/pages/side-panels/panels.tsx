import { useQuery } from '@tanstack/react-query';
import { trendingHashtagsQuery } from '../../features/hashtags/api/hashtags.queries.ts';
import { TrendingPanelSkeleton } from '../../features/hashtags/components/trending-panel-skeleton.tsx';
import { TrendingPanel } from '../../features/hashtags/components/trending-panel.tsx';
import {
  followRequestsQuery,
  suggestedUsersQuery,
} from '../../features/people/api/people.queries.ts';
import { PanelSkeleton } from '../../features/people/components/panel-skeleton.tsx';
import { PeoplePanels } from '../../features/people/components/people-panels.tsx';
import { enDiscovery } from '../../lib/i18n/en-discovery.ts';
import { addMessages } from '../../lib/i18n/index.ts';

addMessages(enDiscovery);

/** What is trending and who is there. Shown together, so that no panel pushes another away. */
export function Panels() {
  const trending = useQuery(trendingHashtagsQuery);
  const requests = useQuery(followRequestsQuery);
  const suggested = useQuery(suggestedUsersQuery);
  if (trending.isPending || requests.isPending || suggested.isPending) {
    return (
      <>
        <TrendingPanelSkeleton />
        <PanelSkeleton />
      </>
    );
  }
  return (
    <>
      {trending.data !== undefined && <TrendingPanel tags={trending.data} />}
      <PeoplePanels />
    </>
  );
}
