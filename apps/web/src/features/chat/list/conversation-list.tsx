import { useInfiniteQuery } from '@tanstack/react-query';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { t } from '../../../i18n/index.ts';
import { conversationsQuery, messageRequestsQuery } from '../api/conversations.queries.ts';
import type { ChatFolder } from '../api/conversations.queries.ts';
import { isNamed } from '../model/conversation.ts';
import { ChatRowsSkeleton } from './chat-rows-skeleton.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { InfiniteListEnd } from './infinite-list-end.tsx';
import { FollowedUsers } from './user-links.tsx';

interface ConversationListProps {
  folder: ChatFolder;
  viewerId: string;
  current: string | undefined;
}

/** The viewer's conversations, newest first. */
export function ConversationList({ folder, viewerId, current }: ConversationListProps) {
  const isInbox = folder === 'inbox';
  const query = useInfiniteQuery(isInbox ? conversationsQuery : messageRequestsQuery);
  const { data: conversations } = query;

  if (query.isPending) return <ChatRowsSkeleton text={t('chat.loading')} />;
  if (conversations === undefined) {
    return <LoadError text={t('chat.error')} onRetry={() => void query.refetch()} />;
  }
  if (conversations.length === 0) {
    return (
      <>
        <ListMessage text={t(isInbox ? 'chat.empty' : 'chat.noRequests')} />
        {isInbox && <FollowedUsers viewerId={viewerId} />}
      </>
    );
  }
  return (
    <nav aria-label={t(isInbox ? 'chat.title' : 'chat.requests')}>
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.conversationId}>
            <ConversationRow
              conversation={conversation}
              folder={folder}
              viewerId={viewerId}
              isCurrent={current !== undefined && isNamed(conversation, current)}
            />
          </li>
        ))}
      </ul>
      <InfiniteListEnd query={query} />
    </nav>
  );
}
