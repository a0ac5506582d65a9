import type { User } from '@skein/contracts/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { useUnfollow } from '../api/follow.mutation.ts';
import { sentRequestsQuery } from '../api/follow-requests.queries.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { UserRow } from '../../users/components/user-row.tsx';
import { UserRowsSkeleton } from '../../users/components/user-rows-skeleton.tsx';

/** The viewer's own follow requests that wait for approval. */
export function SentFollowRequests() {
  const query = useInfiniteQuery(sentRequestsQuery);
  if (query.isPending) return <UserRowsSkeleton text={t('people.sentLoading')} />;
  if (query.data === undefined) {
    return (
      <ListMessage text={t('people.sentError')}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  if (query.data.length === 0 && !query.hasNextPage) {
    return <ListMessage text={t('people.sentEmpty')} />;
  }
  return (
    <>
      <ul>
        {query.data.map(({ id, target, createdAt }) => (
          <li key={id} className="border-b border-line p-4">
            <UserRow person={target} action={<WithdrawButton person={target} />}>
              <p className="text-sm text-muted">
                {t('people.sentAt')} <RelativeTime time={createdAt} />
              </p>
            </UserRow>
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

function WithdrawButton({ person }: { person: User }) {
  const unfollow = useUnfollow(person.id);
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('people.withdrawNamed', { name: person.name })}
      isBusy={unfollow.isPending}
      onClick={firstClick(() => unfollow.mutate(person))}
    >
      {t('people.withdraw')}
    </Button>
  );
}
