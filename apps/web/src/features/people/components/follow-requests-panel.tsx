import type { FollowRequest } from '@skein/contracts/follows';
import { Button } from '../../../components/ui/button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { useDecideRequest } from '../api/decide-request.mutation.ts';
import { Panel } from './panel.tsx';
import { PersonRow } from './person-row.tsx';

/** Requests to follow the viewer (spec, section 2). */
export function FollowRequestsPanel({ requests }: { requests: readonly FollowRequest[] }) {
  return (
    <Panel title={t('people.requestsTitle')}>
      <ul className="flex flex-col gap-4">
        {requests.map((request) => (
          <li key={request.id}>
            <Request request={request} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Request({ request: { id, requester } }: { request: FollowRequest }) {
  const { mutate, isPending, variables } = useDecideRequest(id);
  const { name } = requester;
  return (
    <PersonRow person={requester}>
      <div className="flex gap-2 pt-2">
        <Button
          size="sm"
          aria-label={t('people.approvePerson', { name })}
          disabled={isPending}
          isBusy={isPending && variables === 'approve'}
          onClick={() => mutate('approve')}
        >
          {t('people.approve')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('people.rejectPerson', { name })}
          disabled={isPending}
          isBusy={isPending && variables === 'reject'}
          onClick={() => mutate('reject')}
        >
          {t('people.reject')}
        </Button>
      </div>
    </PersonRow>
  );
}
