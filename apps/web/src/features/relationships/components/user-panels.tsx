import type { FollowRequest } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { FollowRequestsPanel } from './follow-requests-panel.tsx';
import { SuggestedUsersPanel } from './suggested-users-panel.tsx';

interface UserPanelsProps {
  /** Undefined if they could not be loaded. */
  requests: readonly FollowRequest[] | undefined;
  /** Undefined if they could not be loaded. */
  suggested: readonly User[] | undefined;
}

/** Follow requests and suggestions. */
export function UserPanels({ requests, suggested }: UserPanelsProps) {
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
