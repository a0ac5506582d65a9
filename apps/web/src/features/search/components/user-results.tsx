import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { FollowButton } from '../../relationships/components/follow-button.tsx';
import { UserRow } from '../../users/components/user-row.tsx';
import { UserRowsSkeleton } from '../../users/components/user-rows-skeleton.tsx';
import { searchUsersQuery } from '../api/search.queries.ts';
import { SearchEmptyState } from './search-empty-state.tsx';

/** The people that a search finds, in all its states. */
export function UserResults({ query: text }: { query: string }) {
  const query = useQuery(searchUsersQuery(text));
  const { user } = useSession();
  if (query.isPending) return <UserRowsSkeleton text={t('search.loading')} />;
  const people = query.data ?? [];
  if (people.length === 0) {
    return (
      <SearchEmptyState
        title={t('search.nobodyTitle', { query: text })}
        text={t('search.noneText')}
      >
        {query.isError && (
          <Button variant="secondary" size="sm" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        )}
      </SearchEmptyState>
    );
  }
  return (
    <>
      <p role="status" className="border-b border-line px-4 py-3 text-sm text-muted">
        {t('search.found', { count: people.length, query: text })}
      </p>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="border-b border-line p-4">
            <UserRow
              user={person}
              action={person.id !== user?.id && <FollowButton user={person} canWithdraw />}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
