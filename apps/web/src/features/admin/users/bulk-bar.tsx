import type { AdminUser } from '@skein/contracts/moderation';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { BulkActionDialog } from './bulk-action-dialog.tsx';

interface BulkBarProps {
  selected: readonly AdminUser[];
  /** The accounts of the list that can be selected. */
  shown: readonly AdminUser[];
  onChange: (selected: readonly AdminUser[]) => void;
}

/** Selects all shown accounts, and acts on the selected ones. */
export function BulkBar({ selected, shown, onChange }: BulkBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isAll = shown.every(({ id }) => selected.some((user) => user.id === id));
  const count = selected.length;
  return (
    <div className="sticky top-14 z-10 flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-b border-line bg-canvas px-4 py-1.5">
      <label className="-ml-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover">
        <input
          type="checkbox"
          checked={isAll}
          onChange={({ target }) => onChange(target.checked ? shown : [])}
          className="size-5 shrink-0 accent-accent"
        />
        {t('admin.bulk.selectAll', { count: shown.length })}
      </label>
      {count > 0 && (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {t('admin.bulk.act', { count })}
        </Button>
      )}
      {isOpen && (
        <BulkActionDialog
          users={selected}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false);
            onChange([]);
          }}
        />
      )}
    </div>
  );
}
