import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { getMedia, Media } from '@skein/contracts/media';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';

const refetchMs = 5000;

type Processing = NonNullable<Media['processing']>;

interface VideoProcessingProps {
  mediaId: string;
  /** As it was when the list with the video was fetched. */
  processing: Processing;
  /** Called for the owner's videos. */
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

/** The state, which owners fetch repeatedly. Others have no progress to fetch. */
function useProcessing({ mediaId, processing, onConverted }: VideoProcessingProps): Processing {
  const { data: video } = useQuery({
    queryKey: ['media', mediaId],
    queryFn: ({ signal }) =>
      request<typeof getMedia>({
        method: 'GET',
        path: '/media/{mediaId}',
        params: { mediaId },
        signal,
      }),
    enabled: processing.percent !== null,
    refetchInterval: refetchMs,
  });
  useEffect(() => {
    if (video && !video.processing) onConverted(video);
  }, [video, onConverted]);
  return video?.processing ?? processing;
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
