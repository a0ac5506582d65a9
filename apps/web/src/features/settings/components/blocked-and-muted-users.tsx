import type { User } from '@skein/contracts/users';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { useBlock, useMute } from '../../relationships/api/block-and-mute.mutation.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { UserRow } from '../../users/components/user-row.tsx';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { blockedAndMutedQuery } from '../../relationships/api/blocked-and-muted-users.queries.ts';
import type { UserListKind } from '../../relationships/api/blocked-and-muted-users.queries.ts';
import { SettingsList } from './settings-list.tsx';

const words = {
  blocked: { text: 'restrained.blockedText', none: 'restrained.noneBlocked' },
  muted: { text: 'restrained.mutedText', none: 'restrained.noneMuted' },
} as const;

/** Whom one has blocked or muted, and a way to take that back. */
export function BlockedAndMutedUsers({ restraint }: { restraint: UserListKind }) {
  const query = useInfiniteQuery(blockedAndMutedQuery(restraint));
  const Undo = restraint === 'blocked' ? Unblock : Unmute;
  const isEmpty = query.data?.length === 0;
  return (
    <SettingsList
      title={t(`restrained.${restraint}`)}
      text={t(isEmpty ? words[restraint].none : words[restraint].text)}
      error={t('people.circleError')}
      query={query}
      footer={<MoreButton query={query} />}
    >
      {query.data?.map((person) => (
        <li key={person.id} className="py-3">
          <UserRow person={person} action={<Undo person={person} />} />
        </li>
      ))}
    </SettingsList>
  );
}

function Unblock({ person }: { person: User }) {
  const unblock = useBlock(person, useReadThreadsAnew());
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('people.unblock', { name: person.name })}
      isBusy={unblock.isPending}
      onClick={firstClick(() => unblock.mutate(false))}
    >
      {t('restrained.unblock')}
    </Button>
  );
}

function Unmute({ person }: { person: User }) {
  const unmute = useMute(person, useReadThreadsAnew());
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('people.unmute', { name: person.name })}
      isBusy={unmute.isPending}
      onClick={firstClick(() => unmute.mutate(false))}
    >
      {t('restrained.unmute')}
    </Button>
  );
}

/** Lists lack what one sees again. */
function useReadThreadsAnew() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: threadKeys.all });
}
