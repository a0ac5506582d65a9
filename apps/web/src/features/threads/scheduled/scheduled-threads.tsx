import { lazy, Suspense, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import type { ScheduledThread } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { timeZone } from '../../../lib/local-time.ts';
import { toast } from '../../../lib/toast.ts';
import { ThreadListSkeleton } from '../list/thread-list-skeleton.tsx';
import { MediaList } from '../media/media-list.tsx';
import { ScheduledPoll, ScheduledWarning } from './scheduled-content.tsx';
import { deleteScheduled, publishScheduled, scheduledQuery } from './scheduled.queries.ts';

const EditScheduledDialog = lazy(async () => ({
  default: (await import('./edit-scheduled-dialog.tsx')).EditScheduledDialog,
}));
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** The viewer's scheduled threads, the next first. */
export function ScheduledThreads() {
  return (
    <FocusRegion>
      <Content />
    </FocusRegion>
  );
}

function Content() {
  const { data, isError, refetch } = useQuery(scheduledQuery);
  if (data === undefined) {
    if (!isError) return <ThreadListSkeleton text={t('scheduled.loading')} />;
    return <LoadError text={t('scheduled.error')} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) return <ListMessage text={t('scheduled.empty')} />;
  return (
    <>
      <p className="border-b border-line px-4 py-3 text-sm text-muted">
        {t('scheduled.zone', { zone: timeZone() })}
      </p>
      <ul>
        {data.map((scheduled) => (
          <ScheduledItem key={scheduled.id} scheduled={scheduled} />
        ))}
      </ul>
    </>
  );
}

function ScheduledItem({ scheduled }: { scheduled: ScheduledThread }) {
  const { scheduledAt, content, contentWarning, media, poll, error, furtherParts } = scheduled;
  return (
    <li className="border-b border-line px-4 py-card">
      <p className="flex items-center gap-2 text-sm font-medium text-muted">
        <Clock aria-hidden className="size-4 shrink-0" />
        <span>
          <time dateTime={scheduledAt}>{formatFullTime(scheduledAt)}</time>
          {furtherParts.length > 0 && (
            <>
              {' · '}
              <span>{t('drafts.parts', { count: furtherParts.length + 1 })}</span>
            </>
          )}
        </span>
      </p>
      {error !== null && (
        <p className="mt-1.5 text-sm font-medium text-danger">{t(`scheduled.error.${error}`)}</p>
      )}
      {contentWarning !== null && (
        <div className="mt-1.5">
          <ScheduledWarning text={contentWarning} />
        </div>
      )}
      <PartContent content={content} media={media} />
      {poll !== null && <ScheduledPoll poll={poll} />}
      {furtherParts.length > 0 && (
        <ol className="mt-2 flex flex-col gap-2 border-l-2 border-line pl-3">
          {furtherParts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
            <li key={index} aria-label={t('composer.part', { number: index + 2 })}>
              <PartContent {...part} />
            </li>
          ))}
        </ol>
      )}
      <ItemActions scheduled={scheduled} />
    </li>
  );
}

function PartContent({ content, media }: Pick<ScheduledThread, 'content' | 'media'>) {
  return (
    <>
      {content !== '' && (
        <p className="mt-1.5 line-clamp-12 wrap-anywhere whitespace-pre-line" dir="auto">
          {content}
        </p>
      )}
      <MediaList media={media} />
    </>
  );
}

function ItemActions({ scheduled }: { scheduled: ScheduledThread }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'publish' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const publication = useMutation({
    mutationFn: () => publishScheduled(client, scheduled.id),
    onSuccess: () => toast.success(t('scheduled.published')),
    onError: (error) =>
      toast.error(t('scheduled.failed'), error instanceof ApiError ? error.message : undefined),
    onSettled: close,
  });
  const deletion = useMutation({
    mutationFn: () => deleteScheduled(client, scheduled.id),
    onSuccess: () => toast.success(t('scheduled.deleted')),
    onError: () => toast.error(t('scheduled.failed')),
    onSettled: close,
  });
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" variant="secondary" onClick={() => setDialog('edit')}>
        {t('scheduled.edit')}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setDialog('publish')}>
        {t('scheduled.publish')}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setDialog('delete')}>
        {t('scheduled.delete')}
      </Button>

      {dialog === 'edit' && (
        <Suspense>
          <EditScheduledDialog scheduled={scheduled} onClose={close} />
        </Suspense>
      )}
      {dialog === 'publish' && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('scheduled.publishTitle')}
            confirmLabel={t('scheduled.publish')}
            isBusy={publication.isPending}
            onCancel={close}
            onConfirm={() => publication.mutate()}
          />
        </Suspense>
      )}
      {dialog === 'delete' && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('scheduled.deleteTitle')}
            text={t('scheduled.deleteText')}
            confirmLabel={t('scheduled.delete')}
            isDangerous
            isBusy={deletion.isPending}
            onCancel={close}
            onConfirm={() => deletion.mutate()}
          />
        </Suspense>
      )}
    </div>
  );
}
