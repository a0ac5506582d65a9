import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { useDebounced } from '../../../lib/debounced.ts';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import type { ConnectionsKind } from '../../users/api/user-keys.ts';
import { connectionsQuery } from '../api/connections.queries.ts';
import { FollowButton } from './follow-button.tsx';
import { UserRow } from '../../users/components/user-row.tsx';
import { UserRowsSkeleton } from '../../users/components/user-rows-skeleton.tsx';
import { RemoveFollowerButton } from './remove-follower-button.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';

const searchDelayMs = 300;

interface ConnectionsListProps {
  userIdOrUsername: string;
  circle: ConnectionsKind;
  /** False while it is not known whether the viewer may see it: then nothing is asked for. */
  isReadable: boolean;
}

/** People around a person, with a box to find one of them. */
export function ConnectionsList(props: ConnectionsListProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), searchDelayMs);
  return (
    <>
      <div className="relative border-b border-line px-4 py-3">
        <Search
          size={18}
          className="pointer-events-none absolute top-1/2 left-7 -translate-y-1/2 text-muted"
          aria-hidden
        />
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('people.searchCircle')}
          placeholder={t('people.searchCircle')}
          maxLength={100}
          className="h-10 w-full rounded-full border border-field bg-canvas pr-4 pl-10 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        />
      </div>
      <Matches key={search} {...props} search={search} />
    </>
  );
}

function Matches(props: ConnectionsListProps & { search: string }) {
  const { userIdOrUsername, circle, search, isReadable } = props;
  const query = useInfiniteQuery({
    ...connectionsQuery(userIdOrUsername, circle, search),
    enabled: isReadable,
  });
  const { user } = useSession();
  const isOwn = user !== null && [user.id, user.username].includes(userIdOrUsername.toLowerCase());
  const isOwnFollowers = isOwn && circle === 'followers';
  if (query.isPending) return <UserRowsSkeleton text={t('people.circleLoading')} />;
  if (query.data === undefined) {
    return (
      <ListMessage text={t('people.circleError')}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  if (query.data.length === 0) {
    const isSearch = search !== '';
    return (
      <ListMessage
        text={isSearch ? t('people.circleNoMatch', { query: search }) : t('people.circleEmpty')}
      />
    );
  }
  return (
    <>
      <ul>
        {query.data.map((person) => (
          <li key={person.id} className="border-b border-line p-4">
            <UserRow
              person={person}
              action={
                person.id !== user?.id && (
                  <>
                    <FollowButton person={person} canWithdraw />
                    {isOwnFollowers && <RemoveFollowerButton person={person} />}
                  </>
                )
              }
            />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}
