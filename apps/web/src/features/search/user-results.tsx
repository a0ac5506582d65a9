import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { FollowButton } from '../relationships/follow-button.tsx';
import { UserRow } from '../users/user-row.tsx';
import { UserRowsSkeleton } from '../users/user-rows-skeleton.tsx';
import { searchUsersQuery } from './search.queries.ts';
import { Notice } from '../../ui/notice.tsx';

/** The users that match a search. */
export function UserResults({ searchText }: { searchText: string }) {
  const query = useQuery(searchUsersQuery(searchText));
  const { user: viewer } = useSession();
  if (query.isPending) return <UserRowsSkeleton text={t('search.loading')} />;
  // The instance does not exchange anything with the server of the handle.
  if (query.error instanceof ApiError && query.error.status === 403) {
    return (
      <Notice title={t('search.noUsersTitle', { query: searchText })} text={query.error.message} />
    );
  }
  const users = query.data ?? [];
  if (users.length === 0) {
    return (
      <Notice title={t('search.noUsersTitle', { query: searchText })} text={t('search.noneText')}>
        {query.isError && (
          <Button variant="secondary" size="sm" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        )}
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className="border-b border-line px-4 py-3 text-sm text-muted">
        {t('search.found', { count: users.length, query: searchText })}
      </p>
      <ul>
        {users.map((user) => (
          <li key={user.id} className="border-b border-line p-4">
            <UserRow
              user={user}
              action={user.id !== viewer?.id && <FollowButton user={user} canWithdraw />}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
