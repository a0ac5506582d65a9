import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { hasTrends } from '../../lib/instance.ts';
import { trendingHashtagsQuery } from '../../features/search/hashtags.queries.ts';
import { TrendingPanel, TrendingPanelSkeleton } from '../../features/search/trending-panel.tsx';
import { followRequestsQuery } from '../../features/relationships/follow-requests.queries.ts';
import { suggestedUsersQuery } from '../../features/users/suggested-users.queries.ts';
import { UserPanelsSkeleton } from '../../features/relationships/user-panels-skeleton.tsx';
import { UserPanels } from '../../features/relationships/user-panels.tsx';

/** The trending and user panels. They appear together, so that none shifts another. */
export function Panels() {
  const trending = useQuery(trendingHashtagsQuery);
  const requests = useQuery(followRequestsQuery);
  const suggested = useQuery(suggestedUsersQuery);
  if (trending.isPending || requests.isPending || suggested.isPending) return <PanelsSkeleton />;
  return (
    <Suspense fallback={<PanelsSkeleton />}>
      {trending.data !== undefined && hasTrends() && <TrendingPanel tags={trending.data} />}
      <UserPanels requests={requests.data} suggested={suggested.data} />
    </Suspense>
  );
}

function PanelsSkeleton() {
  return (
    <>
      <TrendingPanelSkeleton />
      <UserPanelsSkeleton />
    </>
  );
}
