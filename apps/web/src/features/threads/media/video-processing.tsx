import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as routes from '@skein/contracts/routes';
import type { Media } from '@skein/contracts/media';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import type { VideoUse } from './video-use.ts';

const ownRefetchMs = 5000;
const othersRefetchMs = 30_000;

type Processing = NonNullable<Media['processing']>;

interface VideoProcessingProps {
  mediaId: string;
  usedBy: VideoUse | undefined;
  /** As it was when the list with the video was fetched. */
  processing: Processing;
  onConverted: (video: Media) => void;
}

/** The state of a video that is being converted, over the video or its poster. */
export function VideoProcessing(props: VideoProcessingProps) {
  const { isPlayable, percent } = useProcessing(props);
  if (isPlayable) {
    return (
      <div className="pointer-events-none absolute top-2 left-2 w-56 max-w-[calc(100%-1rem)] rounded-sm bg-overlay px-2 py-1.5 text-xs text-on-overlay">
        <Progress percent={percent} />
      </div>
    );
  }
  return (
    <div className="absolute inset-0 flex items-center justify-center bg-overlay p-4 text-sm text-on-overlay">
      <div className="w-56 max-w-full text-center">
        <Progress percent={percent} />
      </div>
    </div>
  );
}

/** The state, which is fetched repeatedly. Users other than the owner see no progress. */
function useProcessing(props: VideoProcessingProps): Processing {
  const { mediaId, usedBy, processing, onConverted } = props;
  const isOwn = processing.percent !== null;
  const { data: video } = useQuery({
    queryKey: ['media', mediaId, isOwn, usedBy],
    queryFn: ({ signal }) =>
      isOwn ? fetchOwn(mediaId, signal) : fetchUsed(mediaId, usedBy, signal),
    enabled: isOwn || (usedBy !== undefined && !processing.isPlayable),
    refetchInterval: ({ state: { error } }) => {
      if (error instanceof ApiError && error.status === 404) return false;
      return isOwn ? ownRefetchMs : othersRefetchMs;
    },
  });
  useEffect(() => {
    if (video && !video.processing) onConverted(video);
  }, [video, onConverted]);
  return video?.processing ?? processing;
}

function fetchOwn(mediaId: string, signal: AbortSignal): Promise<Media> {
  return request(routes.getMedia, { params: { mediaId }, signal });
}

/** The video as part of what uses it. Null if that no longer contains it. */
async function fetchUsed(
  mediaId: string,
  usedBy: VideoUse | undefined,
  signal: AbortSignal,
): Promise<Media | null> {
  const media = usedBy ? await fetchMedia(usedBy, signal) : [];
  return media.find((item) => item?.id === mediaId) ?? null;
}

async function fetchMedia(usedBy: VideoUse, signal: AbortSignal): Promise<(Media | null)[]> {
  if ('threadId' in usedBy) {
    const { media } = await request(routes.getThread, { params: usedBy, signal });
    return media;
  }
  // The newest messages: others are older than most conversions.
  const { content } = await request(routes.getConversation, {
    params: { userId: usedBy.senderId },
    signal,
  });
  return content.map(({ media }) => media);
}

/** The percentage is null for users other than the owner. */
function Progress({ percent }: Pick<Processing, 'percent'>) {
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
    </>
  );
}
