import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { FollowButton } from '../relationships/follow-button.tsx';
import { UserRow } from '../users/user-row.tsx';
import { UserRowsSkeleton } from '../users/user-rows-skeleton.tsx';
import { NoResults } from './no-results.tsx';
import { searchUsersQuery } from './search.queries.ts';

/** The users that match a search. */
export function UserResults({ searchText }: { searchText: string }) {
  const query = useQuery(searchUsersQuery(searchText));
  const { user: viewer } = useSession();
  if (query.isPending) return <UserRowsSkeleton text={t('search.loading')} />;
  const users = query.data ?? [];
  if (users.length === 0) {
    return (
      <NoResults
        title={t('search.noUsersTitle', { query: searchText })}
        searchText={searchText}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
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
