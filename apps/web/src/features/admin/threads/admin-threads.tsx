import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ApiError } from '../../../api/index.ts';
import { ListMessage } from '../../../ui/list-message.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { adminThreadQuery } from '../shared/admin.queries.ts';
import { RemoveThreadButton } from '../shared/admin-buttons.tsx';
import { AdminListSkeleton } from '../shared/admin-list.tsx';
import { AdminLoadError } from '../shared/admin-load-error.tsx';
import { Handle } from '../../../ui/handle.tsx';

/** Finds a thread by id or URL, regardless of its visibility, to remove it. */
export function AdminThreads() {
  const [text, setText] = useState('');
  const [threadId, setThreadId] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The last path segment of a URL is the id.
    const id = text
      .trim()
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((part) => part !== '');
    setThreadId(id ?? null);
  };
  return (
    <>
      <form onSubmit={submit} className="flex items-end gap-2 border-b border-line p-4">
        <TextField
          label={t('admin.threadId')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          className="min-w-0 grow"
        />
        <Button type="submit" size="lg" variant="secondary">
          {t('admin.findThread')}
        </Button>
      </form>
      {threadId === null ? (
        <ListMessage text={t('admin.findHint')} />
      ) : (
        <ThreadResult threadId={threadId} />
      )}
    </>
  );
}

function ThreadResult({ threadId }: { threadId: string }) {
  const { data, error, isPending, refetch } = useQuery(adminThreadQuery(threadId));
  if (isPending) return <AdminListSkeleton />;
  if (data === undefined) {
    return error instanceof ApiError && error.code === 'not_found' ? (
      <ListMessage text={t('admin.noThread')} />
    ) : (
      <AdminLoadError error={error} onRetry={() => void refetch()} />
    );
  }
  const { author, content, createdAt, mediaCount, openReportsCount } = data;
  return (
    <article className="flex flex-col gap-2 border-b border-line p-4" aria-label={author.name}>
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">{author.name}</span>
        <span className="text-muted">
          <Handle username={author.username} /> · <RelativeTime time={createdAt} />
        </span>
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {content === '' ? t('admin.noText') : content}
      </p>
      <p className="flex gap-x-3 text-sm text-muted">
        {mediaCount > 0 && <span>{t('admin.mediaCount', { count: mediaCount })}</span>}
        {openReportsCount > 0 && (
          <span className="text-danger">{t('admin.openReports', { count: openReportsCount })}</span>
        )}
      </p>
      <div>
        <RemoveThreadButton threadId={threadId} />
      </div>
    </article>
  );
}
