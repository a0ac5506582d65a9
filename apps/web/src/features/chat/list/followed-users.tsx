import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';

import { connectionsQuery } from '../../relationships/connections.queries.ts';
import { InfiniteListEnd } from './infinite-list-end.tsx';

/** The users that the viewer follows, for a viewer without conversations. */
export function FollowedUsers({ viewerId }: { viewerId: string }) {
  const query = useInfiniteQuery(connectionsQuery(viewerId, 'following', ''));
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <section aria-labelledby="followed-users">
      <h2 id="followed-users" className="px-4 pb-2 font-semibold">
        {t('chat.followedUsers')}
      </h2>
      <ul>
        {query.data.map(({ id, name, username, picture }) => (
          <li key={id}>
            <Link
              to={paths.conversation(username)}
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
    </section>
  );
}
