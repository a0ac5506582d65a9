import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listsMax } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import { NameList } from '../../ui/name-list.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { useDeleteList, useOrderLists } from './lists.mutation.ts';
import { listsQuery } from './own-lists.queries.ts';
import { ListNameForm } from './list-name-form.tsx';

/** The viewer's lists, with buttons to create, rename, move and delete one. */
export function OwnLists() {
  const { data: lists = [] } = useQuery(listsQuery);
  const order = useOrderLists();
  const deletion = useDeleteList();
  return (
    <>
      <NameList
        texts="lists"
        items={lists}
        onOrder={order.mutate}
        onDelete={deletion.mutate}
        renderItem={(list) => <ListLink list={list} />}
        renderForm={(list, close) => <ListNameForm list={list} onSaved={close} onCancel={close} />}
      />
      {lists.length < listsMax && (
        <div className="mt-3">
          <ListNameForm />
        </div>
      )}
    </>
  );
}

function ListLink({ list: { id, name, membersCount } }: { list: UserList }) {
  return (
    <Link to={paths.list(id)} className="group min-w-0 grow basis-40 py-1">
      <span className="block font-medium wrap-anywhere group-hover:underline">{name}</span>
      <span className="text-sm text-muted">{t('lists.members', { count: membersCount })}</span>
    </Link>
  );
}
