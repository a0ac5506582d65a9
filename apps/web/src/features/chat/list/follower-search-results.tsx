import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { connectionsQuery } from '../../relationships/connections.queries.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { ChatRowsSkeleton } from './chat-rows-skeleton.tsx';
import { InfiniteListEnd } from './infinite-list-end.tsx';

interface FollowerSearchResultsProps {
  viewerId: string;
  search: string;
  /** Whether `search` is the current text of the box, without a pending debounce. */
  isUpToDate: boolean;
  onSelect: () => void;
  /** Searches the messages for the same text. */
  onSearchMessages: () => void;
}

/** The viewer's followers that match a search. Selecting one opens the conversation. */
export function FollowerSearchResults({
  viewerId,
  search,
  isUpToDate,
  onSelect,
  onSearchMessages,
}: FollowerSearchResultsProps) {
  const query = useInfiniteQuery({
    ...connectionsQuery(viewerId, 'followers', search),
    enabled: search !== '',
  });
  const followers = query.data?.filter(({ id }) => id !== viewerId);
  if (followers === undefined && query.isError) {
    return <LoadError text={t('chat.searchError')} onRetry={() => void query.refetch()} />;
  }
  if (followers === undefined) return <ChatRowsSkeleton text={t('chat.searching')} />;
  if (followers.length === 0) {
    return (
      isUpToDate && (
        <ListMessage text={t('chat.noFollower', { query: search })}>
          <Button size="sm" variant="secondary" onClick={onSearchMessages}>
            {t('chat.searchMessagesInstead')}
          </Button>
        </ListMessage>
      )
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {isUpToDate && t('chat.found', { count: followers.length })}
      </p>
      <ul>
        {followers.map(({ id, name, username, picture }) => (
          <li key={id}>
            <Link
              to={paths.conversation(username)}
              onClick={onSelect}
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
