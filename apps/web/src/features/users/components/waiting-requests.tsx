import { useQuery } from '@tanstack/react-query';
import { followRequestsQuery } from '../api/users.queries.ts';
import { FollowRequestsPanel } from './follow-requests-panel.tsx';

/** Requests to follow the viewer, where there are any: for screens without the panels beside. */
export function WaitingRequests() {
  const { data: requests = [] } = useQuery(followRequestsQuery);
  return requests.length > 0 && <FollowRequestsPanel requests={requests} />;
}
