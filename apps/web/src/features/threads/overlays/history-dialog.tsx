import { queryOptions, useQuery } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import type { DialogOverlay } from './card-overlay.ts';

interface HistoryDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

/** The earlier texts of an edited thread, latest first. */
export function HistoryDialog({ overlay, isOpen, onClose }: HistoryDialogProps) {
  const { thread } = overlay;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('history.title')}>
      <ol className="divide-y divide-line px-4">
        <Version {...thread} authorUsername={thread.userUsername} label={t('history.current')} />
        <EarlierVersions threadId={thread.id} authorUsername={thread.userUsername} />
      </ol>
    </Dialog>
  );
}

function historyQuery(threadId: string) {
  return queryOptions({
    queryKey: threadKeys.history(threadId),
    queryFn: ({ signal }) => request(routes.listThreadHistory, { params: { threadId }, signal }),
    // Each edit adds an entry.
    staleTime: 0,
  });
}

function EarlierVersions({
  threadId,
  authorUsername,
}: { threadId: string } & Pick<VersionProps, 'authorUsername'>) {
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
  return data.map(({ id, replacedAt, ...version }) => (
    <Version
      key={id}
      {...version}
      authorUsername={authorUsername}
      label={t('history.until')}
      time={replacedAt}
    />
  ));
}

interface VersionProps {
  content: string;
  contentWarning: string | null;
  authorUsername: string | null;
  label: string;
  time?: string;
}

function Version({ content, contentWarning, authorUsername, label, time }: VersionProps) {
  const text = (
    <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
      {content === '' ? (
        t('history.noText')
      ) : (
        <EmojiText text={content} authorUsername={authorUsername} />
      )}
    </p>
  );
  return (
    <li className="py-3.5">
      <p className="text-sm text-muted">
        {label} {time !== undefined && <time dateTime={time}>{formatFullTime(time)}</time>}
      </p>
      {contentWarning === null ? (
        text
      ) : (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer font-medium wrap-anywhere" dir="auto">
            <EmojiText text={contentWarning} authorUsername={authorUsername} />
          </summary>
          {text}
        </details>
      )}
    </li>
  );
}
