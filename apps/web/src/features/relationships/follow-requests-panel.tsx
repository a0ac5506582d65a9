import type { FollowRequest } from '@skein/contracts/relationships';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { UserRow } from '../users/user-row.tsx';
import { followRequestsQuery } from './follow-requests.queries.ts';
import { FollowRequestButtons } from './follow-request-buttons.tsx';

/** Pending requests to follow the viewer. */
export function FollowRequestsPanel({ requests }: { requests: readonly FollowRequest[] }) {
  return (
    <Panel title={t('users.requestsTitle')}>
      <ul className="flex flex-col gap-4">
        {requests.map((request) => (
          <li key={request.id}>
            <UserRow user={request.requester}>
              <FollowRequestButtons requestId={request.id} name={request.requester.name} />
            </UserRow>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The pending requests on screens without the side panels. Renders nothing if there are none. */
export function PendingFollowRequests() {
  const { data: requests = [] } = useQuery(followRequestsQuery);
  return requests.length > 0 && <FollowRequestsPanel requests={requests} />;
}
