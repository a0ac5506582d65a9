import type { User } from '@skein/contracts/users';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { formatMuteEnd } from '../../relationships/format-mute-end.ts';
import { useBlock, useMute } from '../../relationships/block-and-mute.mutation.ts';
import { UserRows } from '../../users/user-list.tsx';
import { UserRow } from '../../users/user-row.tsx';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { blockedAndMutedQuery } from '../../relationships/blocked-and-muted-users.queries.ts';
import type { BlockListKind } from '../../relationships/blocked-and-muted-users.queries.ts';
import { SettingsList } from '../layout/settings-list.tsx';

const messages = {
  blocked: { text: 'restrictions.blockedText', empty: 'restrictions.noneBlocked' },
  muted: { text: 'restrictions.mutedText', empty: 'restrictions.noneMuted' },
} as const;

/** The users the viewer has blocked or muted, each with a button that undoes it. */
export function BlockedAndMutedUsers({ kind }: { kind: BlockListKind }) {
  const query = useInfiniteQuery(blockedAndMutedQuery(kind));
  const UndoButton = kind === 'blocked' ? UnblockButton : UnmuteButton;
  const isEmpty = query.data?.length === 0;
  return (
    <SettingsList
      title={t(`restrictions.${kind}`)}
      text={t(isEmpty ? messages[kind].empty : messages[kind].text)}
      error={t('connections.error')}
      query={query}
    >
      <UserRows
        query={query}
        rowClassName="border-b border-line py-3 last:border-b-0"
        renderRow={(user) => (
          <UserRow user={user} action={<UndoButton user={user} />}>
            {user.mutedUntil && (
              <p className="text-sm text-muted">{formatMuteEnd(user.mutedUntil)}</p>
            )}
          </UserRow>
        )}
      />
    </SettingsList>
  );
}

function UnblockButton({ user }: { user: User }) {
  const unblock = useBlock(user, useThreadInvalidation());
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('userMenu.unblock', { name: user.name })}
      isBusy={unblock.isPending}
      onClick={firstClick(() => unblock.mutate(false))}
    >
      {t('restrictions.unblock')}
    </Button>
  );
}

function UnmuteButton({ user }: { user: User }) {
  const unmute = useMute(user, useThreadInvalidation());
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('userMenu.unmute', { name: user.name })}
      isBusy={unmute.isPending}
      onClick={firstClick(() => unmute.mutate(false))}
    >
      {t('restrictions.unmute')}
    </Button>
  );
}

/** Thread lists lack the threads that become visible again. */
function useThreadInvalidation() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: threadKeys.all });
}
