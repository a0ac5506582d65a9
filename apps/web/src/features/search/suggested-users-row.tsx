import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import { suggestedUsersLimit } from '@skein/contracts/limits';
import { Avatar } from '../../ui/avatar.tsx';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { firstClick } from '../../lib/first-click.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { FollowButton } from '../relationships/follow-button.tsx';
import { suggestedUsersQuery, useDismissSuggestion } from '../users/suggested-users.queries.ts';

const indexes = Array.from({ length: suggestedUsersLimit }, (_, index) => index);

/**
 * The suggested users in one row, for screens without a side column. Its height is fixed to avoid a
 * layout shift.
 */
export function SuggestedUsersRow() {
  const { data, isPending } = useQuery(suggestedUsersQuery);
  return (
    <section aria-labelledby="suggested-row" className="border-b border-line lg:hidden">
      <h2 id="suggested-row" className="px-4 pt-4 text-lg font-semibold">
        {t('users.suggestedTitle')}
      </h2>
      <FocusRegion className="relative flex h-56 items-center gap-3 overflow-x-auto px-4">
        {isPending &&
          indexes.map((index) => (
            <Skeleton key={index} className="h-48 w-40 shrink-0 rounded-lg" />
          ))}
        {!isPending && !data?.length && <p className="text-muted">{t('users.noSuggestions')}</p>}
        {data && data.length > 0 && (
          <ul className="flex gap-3 pr-4">
            {data.map((user) => (
              <li key={user.id}>
                <SuggestedUserCard user={user} />
              </li>
            ))}
          </ul>
        )}
      </FocusRegion>
    </section>
  );
}

function SuggestedUserCard({ user }: { user: User }) {
  const dismiss = useDismissSuggestion(user.id);
  const { name, username, picture } = user;
  return (
    <div className="relative flex h-48 w-40 flex-col items-center rounded-lg border border-line px-3 py-4 text-center">
      <IconButton
        icon={X}
        iconSize={16}
        label={t('users.dismiss', { name })}
        onClick={firstClick(() => dismiss.mutate())}
        size="xs"
        className="absolute! top-1 right-1"
      />
      <Avatar name={name} picture={picture} size="lg" />
      <Link to={paths.profile(username)} className="group mt-2 w-full rounded-sm leading-tight">
        <span className="block truncate font-semibold group-hover:underline">{name}</span>
        <span className="block truncate text-sm text-muted">@{username}</span>
      </Link>
      <div className="mt-auto">
        <FollowButton user={user} />
      </div>
    </div>
  );
}
