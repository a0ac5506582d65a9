import X from 'lucide-react/icons/x';
import type { User } from '@skein/contracts/users';
import { IconButton } from '../../ui/icon-button.tsx';
import { firstClick } from '../../lib/first-click.ts';
import { t } from '../../i18n/index.ts';
import { formatCompact } from '../../i18n/numbers.ts';
import { useDismissSuggestion } from '../users/suggested-users.queries.ts';
import { FollowButton } from './follow-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UserRow } from '../users/user-row.tsx';

export function SuggestedUsersPanel({ users }: { users: readonly User[] }) {
  return (
    <Panel title={t('users.suggestedTitle')}>
      {users.length === 0 ? (
        <p className="text-sm text-muted">{t('users.noSuggestions')}</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {users.map((user) => (
            <li key={user.id}>
              <SuggestedUser user={user} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A suggested user, with buttons to follow the user and to dismiss the suggestion. */
export function SuggestedUser({ user }: { user: User }) {
  const dismiss = useDismissSuggestion(user.id);
  const { name, followersCount } = user;
  return (
    <UserRow user={user} action={<FollowButton user={user} />}>
      <div className="flex items-center justify-between gap-2 text-sm text-muted">
        <span>
          {formatCompact(followersCount)} {t('users.followers', { count: followersCount })}
        </span>
        <IconButton
          icon={X}
          iconSize={16}
          label={t('users.dismiss', { name })}
          onClick={firstClick(() => dismiss.mutate())}
          size="xs"
          className="-mr-1"
        />
      </div>
    </UserRow>
  );
}
