import type { FollowRequest } from '@skein/contracts/relationships';
import { t } from '../../../i18n/index.ts';
import { Panel } from './panel.tsx';
import { UserRow } from './user-row.tsx';
import { RequestButtons } from './request-buttons.tsx';

/** Requests to follow the viewer (spec, section 2). */
export function FollowRequestsPanel({ requests }: { requests: readonly FollowRequest[] }) {
  return (
    <Panel title={t('people.requestsTitle')}>
      <ul className="flex flex-col gap-4">
        {requests.map((request) => (
          <li key={request.id}>
            <UserRow person={request.requester}>
              <RequestButtons requestId={request.id} name={request.requester.name} />
            </UserRow>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
