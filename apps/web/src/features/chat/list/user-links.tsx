import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import type { PagedQuery } from '../../../api/next-page.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { connectionsQuery } from '../../relationships/connections.queries.ts';
import { InfiniteListEnd, ShowMore } from './infinite-list-end.tsx';

/** The users that the viewer follows, for a viewer without conversations. */
export function FollowedUsers({ viewerId }: { viewerId: string }) {
  const query = useInfiniteQuery(connectionsQuery(viewerId, 'following', ''));
  return (
    <ChatSection title={t('chat.followedUsers')} end={<InfiniteListEnd query={query} />}>
      {query.data?.map((user) => (
        <UserLink key={user.id} user={user} />
      ))}
    </ChatSection>
  );
}

interface ChatSectionProps {
  title: string;
  /** Follows the list, and loads more. */
  end: ReactNode;
  children: ReactNode[] | undefined;
}

/** A list with a title, unless it is empty. */
export function ChatSection({ title, end, children }: ChatSectionProps) {
  const id = useId();
  if (children === undefined || children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-4 pt-3 pb-1 text-sm font-semibold text-muted">
        {title}
      </h2>
      <ul>{children}</ul>
      {end}
    </section>
  );
}

/** The end of a list that is followed by others. */
export const SectionEnd = ({ query }: { query: PagedQuery }) =>
  query.hasNextPage && <ShowMore query={query} />;

/** Opens the conversation with a user. */
export function UserLink({ user, onSelect }: { user: User; onSelect?: () => void }) {
  const { name, username, picture } = user;
  return (
    <li>
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
  );
}
