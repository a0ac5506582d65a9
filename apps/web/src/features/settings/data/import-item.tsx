import type { Import } from '@skein/contracts/imports';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { useDeleteImport, useDownloadFailures, useStartImport } from './imports.mutation.ts';
import { describeResults } from './describe-import.ts';

/** An import with its progress or results. */
export function ImportItem({ item }: { item: Import }) {
  const kind = t(`imports.kind.${item.kind}`);
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-medium">
          {kind} · <span className="font-normal text-muted">{t(`imports.mode.${item.mode}`)}</span>
        </p>
        <Actions item={item} kind={kind} />
      </div>
      {item.status === 'preview' ? <Preview item={item} /> : <Progress item={item} />}
      <Failures item={item} />
    </li>
  );
}

function Actions({ item, kind }: { item: Import; kind: string }) {
  const start = useStartImport(item.id);
  const remove = useDeleteImport(item.id);
  const removal = item.status === 'running' ? 'stop' : 'delete';
  return (
    <div className="flex gap-2">
      <Button
        size="sm"
        variant="secondary"
        aria-label={t(`imports.${removal}Named`, { kind })}
        isBusy={remove.isPending}
        onClick={firstClick(() => remove.mutate())}
      >
        {t(`imports.${removal}`)}
      </Button>
      {item.status === 'preview' && (
        <Button
          size="sm"
          variant={item.removalsCount > 0 ? 'danger' : 'primary'}
          aria-label={t('imports.startNamed', { kind })}
          isBusy={start.isPending}
          disabled={item.foundCount === 0}
          onClick={firstClick(() => start.mutate())}
        >
          {t('imports.start')}
        </Button>
      )}
    </div>
  );
}

function Preview({ item }: { item: Import }) {
  const { foundCount: found, rowsCount: rows, removalsCount: count } = item;
  return (
    <p role="status" className="text-sm">
      {t('imports.found', { found, rows })}
      {item.mode === 'overwrite' && <span> · {t('imports.removals', { count })}</span>}
    </p>
  );
}

function Progress({ item }: { item: Import }) {
  const { processedCount: done, rowsCount: rows, status, waitsUntil } = item;
  return (
    <div className="flex flex-col gap-1 text-sm">
      {status === 'running' && (
        <progress
          aria-label={t('imports.progress', { done, rows })}
          value={done}
          max={rows}
          className="w-full"
        />
      )}
      <p>{status === 'done' ? t('imports.done') : t('imports.progress', { done, rows })}</p>
      {waitsUntil !== null && <p>{t('imports.waits', { time: formatFullTime(waitsUntil) })}</p>}
      <p className="text-muted">{describeResults(item).join(' · ')}</p>
    </div>
  );
}

/** Rows that were not imported. */
function Failures({ item }: { item: Import }) {
  const { failures } = item;
  const download = useDownloadFailures(item);
  if (failures.length === 0) return null;
  const count = item.notFoundCount + item.rejectedCount - failures.length;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium">{t('imports.failures')}</summary>
      <ul className="my-2 text-muted">
        {failures.map(({ address, listName }) => (
          <li key={`${listName} ${address}`} className="wrap-anywhere">
            {listName === null ? address : `${listName}: ${address}`}
          </li>
        ))}
        {count > 0 && <li>{t('imports.more', { count })}</li>}
      </ul>
      <Button
        size="sm"
        variant="secondary"
        isBusy={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('imports.download')}
      </Button>
    </details>
  );
}
