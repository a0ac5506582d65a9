import type { ServerListRow } from '@skein/contracts/moderation';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useImportServerList } from './server-lists.mutation.ts';
import type { ServerListPreview } from './server-lists.mutation.ts';

interface ServerListDialogProps {
  preview: ServerListPreview;
  onClose: () => void;
}

/** Shows what each row of a file would change, and imports the chosen rows. */
export function ServerListDialog({ preview: { file, rows }, onClose }: ServerListDialogProps) {
  const [skippedRows, setSkippedRows] = useState<ReadonlySet<number>>(new Set());
  const importList = useImportServerList();
  const chosenRows = rows.filter((row, index) => isImportable(row) && !skippedRows.has(index));
  const endingFollows = chosenRows.reduce((sum, { followsCount }) => sum + followsCount, 0);
  const toggle = (index: number) => {
    const changed = new Set(skippedRows);
    if (!changed.delete(index)) changed.add(index);
    setSkippedRows(changed);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.servers.importTitle')}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant={endingFollows > 0 ? 'danger' : 'primary'}
            isBusy={importList.isPending}
            disabled={chosenRows.length === 0}
            onClick={() =>
              importList.mutate({ file, skippedRows: [...skippedRows] }, { onSuccess: onClose })
            }
          >
            {t('admin.servers.importRows', { count: chosenRows.length })}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <p role="status" className={endingFollows > 0 ? 'text-danger' : undefined}>
          {t('admin.servers.endingFollows', { count: endingFollows })}
        </p>
        <ul className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <Row
              // The rows never change their order.
              key={row.domain}
              row={row}
              isChosen={!skippedRows.has(index)}
              onToggle={() => toggle(index)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface RowProps {
  row: ServerListRow;
  isChosen: boolean;
  onToggle: () => void;
}

function Row({ row, isChosen, onToggle }: RowProps) {
  const { domain, reason } = row;
  const name = <span className="wrap-anywhere">{domain}</span>;
  return (
    <li>
      {isImportable(row) ? (
        <Checkbox checked={isChosen} onChange={onToggle}>
          {name}
        </Checkbox>
      ) : (
        <p className="text-muted">{name}</p>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        {describeRow(row)}
        {row.isPartial && ` ${t('admin.servers.partial')}`}
        {reason !== '' && (
          <>
            {' '}
            <bdi>{t('admin.servers.rowReason', { reason })}</bdi>
          </>
        )}
      </p>
    </li>
  );
}

const isImportable = ({ status }: ServerListRow) => status === 'new' || status === 'changed';

function describeRow({ status, policy, currentPolicy, followsCount }: ServerListRow): string {
  if (policy === null) {
    return t(status === 'obfuscated' ? 'admin.servers.rowObfuscated' : 'admin.servers.rowInvalid');
  }
  const wanted = t(`admin.servers.policy.${policy}`);
  if (status === 'unchanged') return t('admin.servers.rowUnchanged', { policy: wanted });
  const change =
    currentPolicy === null
      ? t('admin.servers.rowNew', { policy: wanted })
      : t('admin.servers.rowChanged', {
          policy: wanted,
          before: t(`admin.servers.policy.${currentPolicy}`),
        });
  return followsCount === 0
    ? change
    : `${change} ${t('admin.servers.rowFollows', { count: followsCount })}`;
}
