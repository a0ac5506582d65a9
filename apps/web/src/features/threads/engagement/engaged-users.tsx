import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { FollowButton } from '../../relationships/follow-button.tsx';
import { UserList } from '../../users/user-list.tsx';
import { UserRow } from '../../users/user-row.tsx';
import { engagedUsersQuery } from './engaged-users.queries.ts';
import type { EngagedUser, UsersKind } from './engaged-users.queries.ts';
import { ReactionIcon } from './reaction-icon.tsx';

interface EngagedUsersProps {
  threadId: string;
  kind: UsersKind;
}

/** The users who liked, reposted or reacted to a thread. */
export function EngagedUsers({ threadId, kind }: EngagedUsersProps) {
  const query = useInfiniteQuery(engagedUsersQuery(threadId, kind));
  const { user: viewer } = useSession();
  return (
    <UserList
      query={query}
      loadingText={t('connections.loading')}
      errorText={t('connections.error')}
      emptyText={t(`engagement.empty.${kind}`)}
      renderRow={(user) => (
        <UserRow
          user={user}
          action={
            <>
              <Reaction user={user} />
              {user.id !== viewer?.id && <FollowButton user={user} canWithdraw />}
            </>
          }
        />
      )}
    />
  );
}

function Reaction({ user: { reactionType } }: { user: EngagedUser }) {
  if (reactionType === undefined) return null;
  return (
    <span role="img" aria-label={t(`reaction.${reactionType}`)} className="shrink-0">
      <ReactionIcon type={reactionType} size={22} />
    </span>
  );
}
