import type { User } from '@skein/contracts/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { firstClick } from '../../lib/first-click.ts';
import { t } from '../../i18n/index.ts';
import { UserList } from '../users/user-list.tsx';
import { UserRow } from '../users/user-row.tsx';
import { sentFollowRequestsQuery } from './follow-requests.queries.ts';
import { useUnfollow } from './follow.mutation.ts';

/** The viewer's own follow requests that are pending. */
export function SentFollowRequests() {
  const query = useInfiniteQuery(sentFollowRequestsQuery);
  return (
    <UserList
      query={query}
      loadingText={t('sentRequests.loading')}
      errorText={t('sentRequests.error')}
      emptyText={t('sentRequests.empty')}
      renderRow={({ target, createdAt }) => (
        <UserRow user={target} action={<WithdrawButton user={target} />}>
          <p className="text-sm text-muted">
            {t('sentRequests.at')} <RelativeTime time={createdAt} />
          </p>
        </UserRow>
      )}
    />
  );
}

function WithdrawButton({ user }: { user: User }) {
  const unfollow = useUnfollow(user.id);
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('users.withdrawNamed', { name: user.name })}
      isBusy={unfollow.isPending}
      onClick={firstClick(() => unfollow.mutate(user))}
    >
      {t('users.withdraw')}
    </Button>
  );
}
