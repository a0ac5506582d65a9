import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Media } from '@skein/contracts/media';
import type { getThread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { patchThread } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

const refetchMs = 5000;

interface VideoProcessingProps {
  processing: NonNullable<Media['processing']>;
  /** The thread to fetch again until the video is converted; undefined to wait for the next visit. */
  threadId?: string | undefined;
}

/** The state of a video that is being converted, over the video or its poster. */
export function VideoProcessing({ processing, threadId }: VideoProcessingProps) {
  const { isPlayable, percent } = processing;
  if (isPlayable) {
    return (
      <div className="pointer-events-none absolute top-2 left-2 w-56 max-w-[calc(100%-1rem)] rounded-sm bg-overlay px-2 py-1.5 text-xs text-on-overlay">
        <Progress percent={percent} threadId={threadId} />
      </div>
    );
  }
  return (
    <div className="absolute inset-0 grid place-items-center bg-overlay p-4 text-sm text-on-overlay">
      <div className="w-56 max-w-full text-center">
        <Progress percent={percent} threadId={threadId} />
      </div>
    </div>
  );
}

interface ProgressProps {
  /** Null for users other than the author. */
  percent: number | null;
  threadId: string | undefined;
}

function Progress({ percent, threadId }: ProgressProps) {
  if (percent === null) return <p>{t('processing.waiting')}</p>;
  return (
    <>
      <p aria-hidden>{t('processing.progress', { percent })}</p>
      <div
        role="progressbar"
        aria-label={t('processing.waiting')}
        aria-valuenow={percent}
        className="mt-1.5 h-1 overflow-hidden rounded-full bg-on-overlay/30"
      >
        <div className="h-full bg-on-overlay transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      {threadId !== undefined && <ThreadRefresh threadId={threadId} />}
    </>
  );
}

/** Fetches the files of a thread repeatedly while it is shown. */
function ThreadRefresh({ threadId }: { threadId: string }) {
  const client = useQueryClient();
  const { data: thread } = useQuery({
    queryKey: [...threadKeys.all, 'processing', threadId],
    queryFn: ({ signal }) =>
      request<typeof getThread>({
        method: 'GET',
        path: '/threads/{threadId}',
        params: { threadId },
        signal,
      }),
    refetchInterval: refetchMs,
    gcTime: 0,
  });
  useEffect(() => {
    if (thread) patchThread(client, thread.id, { media: thread.media });
  }, [client, thread]);
  return null;
}
