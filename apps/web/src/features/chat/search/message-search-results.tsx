import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { FoundMessage } from '@skein/contracts/chat';
import { Avatar } from '../../../ui/avatar.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/index.ts';
import { splitMatches } from '../../search/split-matches.ts';
import { ChatRowsSkeleton } from '../list/chat-rows-skeleton.tsx';
import { InfiniteListEnd } from '../list/infinite-list-end.tsx';
import { ChatSection } from '../list/user-links.tsx';
import { getUrlName } from '../model/conversation.ts';
import { searchMessagesQuery } from './search-messages.queries.ts';
import { findSnippetStart } from './snippet.ts';

interface MessageSearchResultsProps {
  search: string;
  /** Whether `search` is the current text of the box, without a pending debounce. */
  isUpToDate: boolean;
}

/** The viewer's messages that match a search. Selecting one opens the conversation at the message. */
export function MessageSearchResults({ search, isUpToDate }: MessageSearchResultsProps) {
  const query = useInfiniteQuery(searchMessagesQuery(search));
  const [params] = useSearchParams();
  const shownId = params.get('message');
  const { data: found } = query;
  if (found === undefined && query.isError) {
    return <LoadError text={t('chat.messageSearchError')} onRetry={() => void query.refetch()} />;
  }
  if (found === undefined) return <ChatRowsSkeleton text={t('chat.searching')} />;
  const isCurrent = isUpToDate && !query.isPlaceholderData;
  if (found.length === 0) {
    return isCurrent && <ListMessage text={t('chat.noMessage', { query: search })} />;
  }
  return (
    <>
      <p role="status" className="sr-only">
        {isCurrent &&
          t(query.hasNextPage ? 'chat.foundMoreMessages' : 'chat.foundMessages', {
            count: found.length,
          })}
      </p>
      <ChatSection title={t('chat.searchMessages')} end={<InfiniteListEnd query={query} />}>
        {found.map((result) => (
          <li key={result.message.id}>
            <FoundMessageRow {...result} isCurrent={result.message.id === shownId} />
          </li>
        ))}
      </ChatSection>
    </>
  );
}

function FoundMessageRow({ isCurrent, ...found }: FoundMessage & { isCurrent: boolean }) {
  const { message, matches, kind, title, picture } = found;
  const { user: viewer } = useSession();
  const isOwn = message.senderId === viewer?.id;
  const start = findSnippetStart(message.content, matches);
  const segments = splitMatches(message.content.slice(start), start, matches);
  return (
    <Link
      to={paths.message(getUrlName(found), message.id)}
      aria-current={isCurrent ? 'true' : undefined}
      className="flex gap-3 px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2 active:bg-pressed aria-current:bg-pressed"
    >
      <Avatar name={title} picture={picture} className="size-11" />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-1">
          <span className="truncate font-semibold">{title}</span>
          <RelativeTime
            time={message.createdAt}
            className="ml-auto shrink-0 pl-2 text-sm text-muted"
          />
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {isOwn && <span>{`${t('chat.you')}: `}</span>}
          {kind === 'group' && !isOwn && <span>{`${message.senderName}: `}</span>}
          {start > 0 && <span>{'… '}</span>}
          {segments.map((segment) =>
            segment.isMatch ? (
              <mark key={segment.start} className="rounded-sm bg-match text-ink">
                {segment.text}
              </mark>
            ) : (
              <span key={segment.start}>{segment.text}</span>
            ),
          )}
        </span>
      </span>
    </Link>
  );
}
