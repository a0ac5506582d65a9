import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { User } from '@skein/contracts/users';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { searchUsersQuery } from '../../search/search.queries.ts';
import { connectionsQuery } from '../../relationships/connections.queries.ts';
import { namedConversationsQuery } from '../api/conversations.queries.ts';
import { ChatRowsSkeleton } from '../list/chat-rows-skeleton.tsx';
import { ConversationRow } from '../list/conversation-row.tsx';
import { ChatSection, SectionEnd, UserLink } from '../list/user-links.tsx';
import { MessageSearchResults } from './message-search-results.tsx';

interface SearchResultsProps {
  viewerId: string;
  search: string;
  /** Whether `search` is the current text of the box, without a pending debounce. */
  isUpToDate: boolean;
  /** A chat or user was selected. The results for messages stay, to open further ones. */
  onSelect: () => void;
}

/** The handle of an account of another server. */
const handlePattern = /^@?[^@\s]+@[^@\s]+\.[^@\s]+$/;

/**
 * What matches the text of the search box: chats, followers, followed users and then messages. A handle also finds an
 * account of another server.
 */
export function SearchResults(props: SearchResultsProps) {
  const { search, isUpToDate } = props;
  if (search === '') return <ChatRowsSkeleton text={t('chat.searching')} />;
  return (
    <>
      <Names {...props} />
      <MessageSearchResults search={search} isUpToDate={isUpToDate} />
    </>
  );
}

function Names({ viewerId, search, isUpToDate, onSelect }: SearchResultsProps) {
  const chats = useInfiniteQuery(namedConversationsQuery(search));
  const followers = useInfiniteQuery(connectionsQuery(viewerId, 'followers', search));
  const followed = useInfiniteQuery(connectionsQuery(viewerId, 'following', search));
  const remote = useQuery(remoteUsersQuery(search));
  const queries = [chats, followers, followed, remote].filter(({ isEnabled }) => isEnabled);
  // Together, because the first results would move when others appear above them.
  if (queries.some(({ isPending }) => isPending))
    return <ChatRowsSkeleton text={t('chat.searching')} />;
  const { data: conversations = [] } = chats;
  const shownIds = new Set([viewerId, ...conversations.map(({ user }) => user?.id)]);
  const lists = [followers, followed, remote];
  const users = lists.map(({ data = [] }) => takeNew(data, shownIds));
  const [newFollowers = [], newFollowed = [], newRemote = []] = users;
  const failed = queries.filter(({ data }) => data === undefined);
  const count = conversations.length + users.flat().length;
  return (
    <>
      <p role="status" className="sr-only">
        {isUpToDate && count > 0 && t('chat.found', { count })}
      </p>
      {failed.length > 0 && (
        <LoadError
          text={t('chat.searchError')}
          onRetry={() => void Promise.all(failed.map((query) => query.refetch()))}
        />
      )}
      {isUpToDate && count + failed.length === 0 && (
        <ListMessage text={t('chat.noName', { query: search })} />
      )}
      <ChatSection title={t('chat.title')} end={<SectionEnd query={chats} />}>
        {conversations.map((conversation) => (
          <li key={conversation.conversationId}>
            <ConversationRow
              conversation={conversation}
              folder="inbox"
              viewerId={viewerId}
              isCurrent={false}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ChatSection>
      <ChatSection title={t('chat.searchFollowers')} end={<SectionEnd query={followers} />}>
        {toLinks(newFollowers, onSelect)}
      </ChatSection>
      <ChatSection title={t('chat.followedUsers')} end={<SectionEnd query={followed} />}>
        {toLinks(newFollowed, onSelect)}
      </ChatSection>
      <ChatSection title={t('chat.otherServers')} end={null}>
        {toLinks(newRemote, onSelect)}
      </ChatSection>
    </>
  );
}

const remoteUsersQuery = (search: string) => ({
  ...searchUsersQuery(search),
  enabled: hasFederation() && handlePattern.test(search),
});

/** The users that are not shown yet. They are then. */
function takeNew(users: readonly User[], shownIds: Set<string | undefined>): User[] {
  const newUsers = users.filter(({ id }) => !shownIds.has(id));
  for (const { id } of newUsers) shownIds.add(id);
  return newUsers;
}

const toLinks = (users: readonly User[], onSelect: () => void) =>
  users.map((user) => <UserLink key={user.id} user={user} onSelect={onSelect} />);
