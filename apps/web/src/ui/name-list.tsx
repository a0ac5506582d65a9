import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { t } from '../i18n/index.ts';
import { IconButton } from './icon-button.tsx';
import type { NamedTexts } from './name-form.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));

interface Named {
  id: string;
  name: string;
}

interface RowProps<Item extends Named> {
  texts: NamedTexts;
  renderItem: (item: Item) => ReactNode;
  /** A form that renames an item. */
  renderForm: (item: Item, close: () => void) => ReactNode;
  onDelete: (id: string) => void;
}

interface NameListProps<Item extends Named> extends RowProps<Item> {
  items: readonly Item[];
  onOrder: (ids: string[]) => void;
}

/** Rows with buttons to rename, move and delete each. */
export function NameList<Item extends Named>({ items, onOrder, ...row }: NameListProps<Item>) {
  const rows = useRef<HTMLUListElement>(null);
  const [movedText, setMovedText] = useState('');
  const focusTarget = useRef<MoveTarget>(null);
  useEffect(() => {
    focusMoveButton(rows.current, focusTarget.current);
    focusTarget.current = null;
  }, [items]);
  const move = (from: number, to: number) => {
    const ids = items.map(({ id }) => id);
    const [moved] = items.slice(from, from + 1);
    if (moved === undefined) return;
    focusTarget.current = { row: to, isUp: to < from };
    onOrder(ids.toSpliced(from, 1).toSpliced(to, 0, moved.id));
    const position = { position: to + 1, count: items.length };
    setMovedText(t(`${row.texts}.moved`, { name: moved.name, ...position }));
  };
  return (
    <>
      <ul ref={rows} className="divide-y divide-line">
        {items.map((item, index) => (
          <NameRow
            key={item.id}
            item={item}
            {...row}
            onMoveUp={index === 0 ? undefined : () => move(index, index - 1)}
            onMoveDown={index === items.length - 1 ? undefined : () => move(index, index + 1)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {movedText}
      </p>
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

interface NameRowProps<Item extends Named> extends RowProps<Item> {
  item: Item;
  /** Undefined for the first row. */
  onMoveUp: (() => void) | undefined;
  /** Undefined for the last row. */
  onMoveDown: (() => void) | undefined;
}

function NameRow<Item extends Named>(props: NameRowProps<Item>) {
  const { item, texts, renderItem, renderForm, onDelete, onMoveUp, onMoveDown } = props;
  const { id, name } = item;
  const [isRenaming, setIsRenaming] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  if (isRenaming) return <li className="py-3">{renderForm(item, () => setIsRenaming(false))}</li>;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      {renderItem(item)}
      <div className="flex">
        <IconButton
          icon={ChevronUp}
          label={t(`${texts}.moveUp`, { name })}
          disabled={onMoveUp === undefined}
          onClick={onMoveUp}
        />
        <IconButton
          icon={ChevronDown}
          label={t(`${texts}.moveDown`, { name })}
          disabled={onMoveDown === undefined}
          onClick={onMoveDown}
        />
        <IconButton
          icon={Pencil}
          label={t(`${texts}.renameNamed`, { name })}
          onClick={() => setIsRenaming(true)}
        />
        <IconButton
          icon={Trash2}
          label={t(`${texts}.deleteNamed`, { name })}
          onClick={() => setIsDeleting(true)}
        />
      </div>
      {isDeleting && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t(`${texts}.deleteTitle`, { name })}
            text={t(`${texts}.deleteText`)}
            confirmLabel={t(`${texts}.delete`)}
            isDangerous
            onConfirm={() => {
              setIsDeleting(false);
              onDelete(id);
            }}
            onCancel={() => setIsDeleting(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
