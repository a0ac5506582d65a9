import { useQuery } from '@tanstack/react-query';
import type { FollowRequest } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { suggestedUsersQuery } from '../../users/api/suggested-users.queries.ts';
import { followRequestsQuery } from '../api/follow-requests.queries.ts';
import { FollowRequestsPanel } from './follow-requests-panel.tsx';
import { UserPanelsSkeleton } from './user-panels-skeleton.tsx';
import { SuggestedUsersPanel } from './suggested-users-panel.tsx';

/** Follow requests and suggestions. Rendered together, so that neither moves the other. */
export function UserPanels() {
  const requests = useQuery(followRequestsQuery);
  const suggested = useQuery(suggestedUsersQuery);
  if (requests.isPending || suggested.isPending) return <UserPanelsSkeleton />;
  return (
    <FocusRegion className="flex flex-col gap-4 empty:hidden">
      {requests.data !== undefined && requests.data.length > 0 && (
        <FollowRequestsPanel requests={requests.data} />
      )}
      {suggested.data !== undefined && (
        <SuggestedUsersPanel users={withoutRequesters(suggested.data, requests.data ?? [])} />
      )}
    </FocusRegion>
  );
}

/** A user whose request arrived after the suggestions were loaded must not appear twice. */
function withoutRequesters(users: readonly User[], requests: readonly FollowRequest[]): User[] {
  const requesterIds = new Set(requests.map(({ requester }) => requester.id));
  return users.filter(({ id }) => !requesterIds.has(id));
}
