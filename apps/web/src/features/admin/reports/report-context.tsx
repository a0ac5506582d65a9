import type { AdminReport, ReportContextItem } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { reportContextQuery } from './report-queue.queries.ts';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';

type ReportedContent = Pick<AdminReport, 'id' | 'targetType'>;

/** The content around that of a report. Loaded on request, because reading private threads is recorded. */
export function ReportContext({ report }: { report: ReportedContent }) {
  const { id, targetType } = report;
  const [isShown, setIsShown] = useState(false);
  if (targetType === 'user') return null;
  return (
    <section aria-label={t('admin.context')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('admin.context')}</h3>
      <p className="text-sm text-muted">{t(`admin.context.hint.${targetType}`)}</p>
      {isShown ? (
        <ContextItems reportId={id} />
      ) : (
        <div>
          <Button size="sm" variant="secondary" onClick={() => setIsShown(true)}>
            {t('admin.context.show')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ContextItems({ reportId }: { reportId: string }) {
  const { data, error, isPending, refetch } = useQuery(reportContextQuery(reportId));
  if (data === undefined) {
    if (isPending) return <AdminListSkeleton />;
    return <AdminLoadError error={error} onRetry={() => void refetch()} />;
  }
  const { items } = data;
  const isAlone = items.every(({ position }) => position === 'reported');
  return (
    <>
      <ol className="flex flex-col gap-3">
        {items.map((item) => (
          <ContextEntry key={item.id} item={item} />
        ))}
      </ol>
      {isAlone && <p className="text-sm text-muted">{t('admin.context.empty')}</p>}
    </>
  );
}

function ContextEntry({ item }: { item: ReportContextItem }) {
  const { position, author, text, mediaCount, createdAt, isPrivate } = item;
  const isReported = position === 'reported';
  return (
    <li
      className={`border-l-2 pl-3 wrap-anywhere ${isReported ? 'border-danger' : 'border-line'}`}
      aria-current={isReported || undefined}
    >
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span className="font-medium text-ink">{author?.name ?? t('admin.unknownUser')}</span>
        <RelativeTime time={createdAt} />
        {isReported && <span className="text-danger">{t('admin.context.reported')}</span>}
        {isPrivate && <span>{t('admin.context.private')}</span>}
        {mediaCount > 0 && <span>{t('admin.context.media', { count: mediaCount })}</span>}
      </p>
      {text === null ? (
        <p className="text-muted">{t('admin.gone')}</p>
      ) : (
        <p className="whitespace-pre-line" dir="auto">
          {text === '' ? t('admin.noText') : text}
        </p>
      )}
    </li>
  );
}
