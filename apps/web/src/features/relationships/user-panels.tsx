import { lazy, useDeferredValue } from 'react';
import type { FollowRequest } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { SuggestedUsersPanel } from './suggested-users-panel.tsx';

const FollowRequestsPanel = lazy(async () => ({
  default: (await import('./follow-requests-panel.tsx')).FollowRequestsPanel,
}));

interface UserPanelsProps {
  /** Undefined if they could not be loaded. */
  requests: readonly FollowRequest[] | undefined;
  /** Undefined if they could not be loaded. */
  suggested: readonly User[] | undefined;
}

/** Follow requests and suggestions. Suspends until the part for follow requests is loaded. */
export function UserPanels({ requests: latestRequests, suggested }: UserPanelsProps) {
  // When the first request arrives later, the panels stay visible meanwhile.
  const requests = useDeferredValue(latestRequests);
  return (
    <FocusRegion className="flex flex-col gap-4 empty:hidden">
      {requests && requests.length > 0 && <FollowRequestsPanel requests={requests} />}
      {suggested && <SuggestedUsersPanel users={withoutRequesters(suggested, requests ?? [])} />}
    </FocusRegion>
  );
}

/** A user whose request arrived after the suggestions were loaded must not appear twice. */
function withoutRequesters(users: readonly User[], requests: readonly FollowRequest[]): User[] {
  const requesterIds = new Set(requests.map(({ requester }) => requester.id));
  return users.filter(({ id }) => !requesterIds.has(id));
}
