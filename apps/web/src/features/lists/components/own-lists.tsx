import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { Link } from 'wouter';
import { listsMax } from '@skein/contracts/limits';
import type { UserList } from '@skein/contracts/lists';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useDeleteList, useOrderLists } from '../api/lists.mutation.ts';
import { listsQuery } from '../api/own-lists.queries.ts';
import { ListNameForm } from './list-name-form.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** The viewer's lists, with buttons to create, rename, move and delete one. */
export function OwnLists() {
  const { data: lists = [] } = useQuery(listsQuery);
  const order = useOrderLists();
  const rows = useRef<HTMLUListElement>(null);
  const [movedText, setMovedText] = useState('');
  const focusTarget = useRef<MoveTarget>(null);
  useEffect(() => {
    focusMoveButton(rows.current, focusTarget.current);
    focusTarget.current = null;
  }, [lists]);
  const move = (from: number, to: number) => {
    const ids = lists.map(({ id }) => id);
    const [moved] = lists.slice(from, from + 1);
    if (moved === undefined) return;
    focusTarget.current = { row: to, isUp: to < from };
    order.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, moved.id));
    setMovedText(t('lists.moved', { name: moved.name, position: to + 1, count: lists.length }));
  };
  return (
    <>
      <ul ref={rows} className="divide-y divide-line">
        {lists.map((list, index) => (
          <ListRow
            key={list.id}
            list={list}
            onMoveUp={index === 0 ? undefined : () => move(index, index - 1)}
            onMoveDown={index === lists.length - 1 ? undefined : () => move(index, index + 1)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {movedText}
      </p>
      {lists.length < listsMax && <ListNameForm />}
    </>
  );
}

/** The row that was moved, and in which direction. */
interface MoveTarget {
  row: number;
  isUp: boolean;
}

/** A moved element loses the focus, and so does a button that is disabled at the end of the list. */
function focusMoveButton(rows: HTMLElement | null, target: MoveTarget | null): void {
  if (target === null) return;
  const [up, down] = rows?.children[target.row]?.querySelectorAll('button') ?? [];
  const [pressed, other] = target.isUp ? [up, down] : [down, up];
  (pressed?.disabled ? other : pressed)?.focus();
}

interface ListRowProps {
  list: UserList;
  /** Undefined for the first list. */
  onMoveUp: (() => void) | undefined;
  /** Undefined for the last list. */
  onMoveDown: (() => void) | undefined;
}

function ListRow({ list, onMoveUp, onMoveDown }: ListRowProps) {
  const { id, name, membersCount } = list;
  const [isRenaming, setIsRenaming] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const deletion = useDeleteList(id);
  if (isRenaming) {
    return (
      <li className="py-3">
        <ListNameForm
          list={list}
          onSaved={() => setIsRenaming(false)}
          onCancel={() => setIsRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      <Link to={paths.list(id)} className="group min-w-0 grow basis-40 py-1">
        <span className="block font-medium wrap-anywhere group-hover:underline">{name}</span>
        <span className="text-sm text-muted">{t('lists.members', { count: membersCount })}</span>
      </Link>
      <div className="flex">
        <IconButton
          icon={ChevronUp}
          label={t('lists.moveUp', { name })}
          disabled={onMoveUp === undefined}
          onClick={onMoveUp}
        />
        <IconButton
          icon={ChevronDown}
          label={t('lists.moveDown', { name })}
          disabled={onMoveDown === undefined}
          onClick={onMoveDown}
        />
        <IconButton
          icon={Pencil}
          label={t('lists.renameNamed', { name })}
          onClick={() => setIsRenaming(true)}
        />
        <IconButton
          icon={Trash2}
          label={t('lists.deleteNamed', { name })}
          disabled={deletion.isPending}
          onClick={() => setIsDeleting(true)}
        />
      </div>
      {isDeleting && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen
            title={t('lists.deleteTitle', { name })}
            text={t('lists.deleteText')}
            confirmLabel={t('lists.delete')}
            isDangerous
            onConfirm={() => {
              setIsDeleting(false);
              deletion.mutate();
            }}
            onCancel={() => setIsDeleting(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
