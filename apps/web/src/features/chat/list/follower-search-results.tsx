import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { connectionsQuery } from '../../relationships/api/connections.queries.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { ChatRowsSkeleton } from './chat-rows-skeleton.tsx';
import { InfiniteListEnd } from './infinite-list-end.tsx';

interface FollowerSearchResultsProps {
  viewerId: string;
  search: string;
  /** Whether what is searched for is what stands in the box. */
  isSettled: boolean;
  onChoose: () => void;
}

/** Followers of the viewer by name, to choose one to write to. */
export function FollowerSearchResults({
  viewerId,
  search,
  isSettled,
  onChoose,
}: FollowerSearchResultsProps) {
  const query = useInfiniteQuery({
    ...connectionsQuery(viewerId, 'followers', search),
    enabled: search !== '',
  });
  const people = query.data?.filter(({ id }) => id !== viewerId);
  if (people === undefined && query.isError) {
    return (
      <ListMessage text={t('chat.searchError')}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  if (people === undefined) return <ChatRowsSkeleton text={t('chat.searching')} />;
  if (people.length === 0) {
    return isSettled && <ListMessage text={t('chat.noFollower', { query: search })} />;
  }
  return (
    <>
      <p role="status" className="sr-only">
        {isSettled && t('chat.found', { count: people.length })}
      </p>
      <ul>
        {people.map(({ id, name, username, picture }) => (
          <li key={id}>
            <Link
              to={paths.conversation(username)}
              onClick={onChoose}
              className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2 active:bg-pressed"
            >
              <Avatar name={name} picture={picture} className="size-11" />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{name}</span>
                <span className="block truncate text-sm text-muted">@{username}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <InfiniteListEnd query={query} />
    </>
  );
}
