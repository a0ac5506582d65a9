import { useInfiniteQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import type { ConnectionsKind } from '../users/user-cache.ts';
import { connectionsQuery } from './connections.queries.ts';
import { FollowButton } from './follow-button.tsx';
import { UserList } from '../users/user-list.tsx';
import { UserRow } from '../users/user-row.tsx';
import { RemoveFollowerButton } from './remove-follower-button.tsx';

const searchDelayMs = 300;

interface ConnectionsListProps {
  userIdOrUsername: string;
  kind: ConnectionsKind;
  /** False until the profile has confirmed that the viewer may read the list. */
  isReadable: boolean;
}

/** The followers of a user or the users they follow, with a search box. */
export function ConnectionsList(props: ConnectionsListProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), searchDelayMs);
  return (
    <>
      <div className="relative border-b border-line px-4 py-3">
        <Search
          size="1.125rem"
          className="pointer-events-none absolute top-1/2 left-7 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('connections.search')}
          placeholder={t('connections.search')}
          maxLength={100}
          className="h-10 w-full rounded-full border border-field bg-canvas pr-4 pl-10 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        />
      </div>
      <Results key={search} {...props} search={search} />
    </>
  );
}

function Results(props: ConnectionsListProps & { search: string }) {
  const { userIdOrUsername, kind, search, isReadable } = props;
  const query = useInfiniteQuery({
    ...connectionsQuery(userIdOrUsername, kind, search),
    enabled: isReadable,
  });
  const { user: viewer } = useSession();
  const isOwnList =
    viewer !== null && [viewer.id, viewer.username].includes(userIdOrUsername.toLowerCase());
  const canRemove = isOwnList && kind === 'followers';
  return (
    <UserList
      query={query}
      loadingText={t('connections.loading')}
      errorText={t('connections.error')}
      emptyText={
        search === '' ? t('connections.empty') : t('connections.noMatch', { query: search })
      }
      renderRow={(user) => (
        <UserRow
          user={user}
          action={
            user.id !== viewer?.id && (
              <>
                <FollowButton user={user} canWithdraw />
                {canRemove && <RemoveFollowerButton user={user} />}
              </>
            )
          }
        />
      )}
    />
  );
}
