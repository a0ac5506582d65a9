import { useQuery } from '@tanstack/react-query';
import { listsMax } from '@skein/contracts/limits';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/index.ts';
import { useListMember } from './lists.mutation.ts';
import { listsOfUserQuery } from './lists.queries.ts';
import { listsQuery } from './own-lists.queries.ts';
import { ListNameForm } from './list-name-form.tsx';

interface ListsOfUserDialogProps {
  user: { id: string; name: string };
  onClose: () => void;
}

/** The viewer's lists, each with a checkbox that adds or removes a user. */
export function ListsOfUserDialog({ user, onClose }: ListsOfUserDialogProps) {
  const lists = useQuery(listsQuery);
  const containing = useQuery(listsOfUserQuery(user.id));
  const member = useListMember(user.id);
  const getMember = new Set(containing.data?.map(({ id }) => id));
  const isLoading = lists.data === undefined || containing.data === undefined;
  const pending = member.isPending ? member.variables : undefined;
  const isChecked = (listId: string) =>
    pending?.listId === listId ? pending.isMember : getMember.has(listId);
  return (
    <Dialog isOpen onClose={onClose} title={t('lists.ofUser', { name: user.name })}>
      <div className="flex flex-col gap-5 p-4">
        <p className="text-muted">{t('lists.text')}</p>
        {isLoading ? (
          <Skeleton className="h-4 w-1/2" />
        ) : (
          <ul className="flex flex-col gap-1">
            {lists.data.map(({ id, name }) => (
              <li key={id} className="py-1.5 wrap-anywhere">
                <Checkbox
                  checked={isChecked(id)}
                  onChange={({ target }) => member.mutate({ listId: id, isMember: target.checked })}
                >
                  {name}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
        {lists.data && lists.data.length < listsMax && (
          <ListNameForm onSaved={({ id }) => member.mutate({ listId: id, isMember: true })} />
        )}
      </div>
    </Dialog>
  );
}
