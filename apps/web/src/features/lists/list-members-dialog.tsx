import { useInfiniteQuery } from '@tanstack/react-query';
import type { User } from '@skein/contracts/users';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { firstClick } from '../../lib/first-click.ts';
import { t } from '../../i18n/index.ts';
import { UserList } from '../users/user-list.tsx';
import { UserRow } from '../users/user-row.tsx';
import { useListMember } from './lists.mutation.ts';
import { listMembersQuery } from './lists.queries.ts';

interface ListMembersDialogProps {
  list: { id: string; name: string };
  onClose: () => void;
}

/** The members of a list, each with a button to remove the user. */
export function ListMembersDialog({ list, onClose }: ListMembersDialogProps) {
  const query = useInfiniteQuery(listMembersQuery(list.id));
  return (
    <Dialog isOpen onClose={onClose} title={t('lists.membersTitle', { name: list.name })}>
      <UserList
        query={query}
        loadingText={t('common.loading')}
        errorText={t('connections.error')}
        emptyText={t('lists.noMembers')}
        renderRow={(user) => (
          <UserRow user={user} action={<RemoveButton user={user} listId={list.id} />} />
        )}
      />
    </Dialog>
  );
}

function RemoveButton({ user, listId }: { user: User; listId: string }) {
  const member = useListMember(user.id);
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={t('lists.removeNamed', { name: user.name })}
      isBusy={member.isPending}
      onClick={firstClick(() => member.mutate({ listId, isMember: false }))}
    >
      {t('lists.remove')}
    </Button>
  );
}
