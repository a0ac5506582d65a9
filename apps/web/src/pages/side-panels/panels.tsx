import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense } from 'react';
import { hasTrends } from '../../lib/instance.ts';
import { trendingHashtagsQuery } from '../../features/search/hashtags.queries.ts';
import { TrendingPanel, TrendingPanelSkeleton } from '../../features/search/trending-panel.tsx';
import { followRequestsQuery } from '../../features/relationships/follow-requests.queries.ts';
import { suggestedUsersQuery } from '../../features/users/suggested-users.queries.ts';
import { UserPanelsSkeleton } from '../../features/relationships/user-panels-skeleton.tsx';
import { UserPanels } from '../../features/relationships/user-panels.tsx';

export type PanelKind = 'trending' | 'users';

interface PanelsProps {
  /** The panels, from top to bottom. */
  kinds: readonly PanelKind[];
}

/** The trending and user panels. They appear together, so that none shifts another. */
export function Panels({ kinds }: PanelsProps) {
  const trending = useQuery(trendingHashtagsQuery);
  const requests = useQuery(followRequestsQuery);
  const suggested = useQuery(suggestedUsersQuery);
  if (trending.isPending || requests.isPending || suggested.isPending) {
    return <PanelsSkeleton kinds={kinds} />;
  }
  const panels = {
    trending: trending.data !== undefined && hasTrends() && <TrendingPanel tags={trending.data} />,
    users: <UserPanels requests={requests.data} suggested={suggested.data} />,
  };
  return (
    <Suspense fallback={<PanelsSkeleton kinds={kinds} />}>
      {kinds.map((kind) => (
        <Fragment key={kind}>{panels[kind]}</Fragment>
      ))}
    </Suspense>
  );
}

function PanelsSkeleton({ kinds }: PanelsProps) {
  return kinds.map((kind) =>
    kind === 'trending' ? <TrendingPanelSkeleton key={kind} /> : <UserPanelsSkeleton key={kind} />,
  );
}
