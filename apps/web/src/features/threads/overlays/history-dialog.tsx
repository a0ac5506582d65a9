import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { historyQuery } from './history.queries.ts';
import type { DialogLayer } from './card-overlay.ts';

interface HistoryDialogProps {
  layer: DialogLayer;
  isOpen: boolean;
  onClose: () => void;
}

/** What a thread said before, the latest first. */
export function HistoryDialog({ layer, isOpen, onClose }: HistoryDialogProps) {
  const { thread } = layer;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('history.title')}>
      <ol className="divide-y divide-line px-4">
        <Version content={thread.content} label={t('history.current')} />
        <EarlierVersions threadId={thread.id} />
      </ol>
    </Dialog>
  );
}

function EarlierVersions({ threadId }: { threadId: string }) {
  const { data, isError, refetch } = useQuery(historyQuery(threadId));
  if (isError) {
    return (
      <li className="flex flex-col items-center gap-3 py-6 text-muted">
        {t('history.failed')}
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </li>
    );
  }
  if (!data) {
    return (
      <li className="flex justify-center py-6 text-muted" aria-label={t('common.loading')}>
        <Spinner />
      </li>
    );
  }
  return data.map(({ id, content, replacedAt }) => (
    <Version key={id} content={content} label={t('history.until')} time={replacedAt} />
  ));
}

interface VersionProps {
  content: string;
  label: string;
  time?: string;
}

function Version({ content, label, time }: VersionProps) {
  return (
    <li className="py-3.5">
      <p className="text-sm text-muted">
        {label} {time !== undefined && <time dateTime={time}>{formatFullTime(time)}</time>}
      </p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
        {content === '' ? t('history.noText') : content}
      </p>
    </li>
  );
}
