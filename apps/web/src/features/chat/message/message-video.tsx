import type { Media } from '@skein/contracts/media';
import { ConvertibleVideo, useVideoUrl } from '../../threads/media/convertible-video.tsx';
import { t } from '../../../i18n/index.ts';

interface MessagePlayerProps {
  video: Media;
  onBroken: () => void;
}

interface MessageVideoProps extends MessagePlayerProps {
  senderId: string;
}

/** The video of a message, which fills its box. */
export function MessageVideo({ video, senderId, onBroken }: MessageVideoProps) {
  return (
    <ConvertibleVideo video={video} usedBy={{ senderId }} sizes="272px">
      {(current) => <MessagePlayer video={current} onBroken={onBroken} />}
    </ConvertibleVideo>
  );
}

function MessagePlayer({ video, onBroken }: MessagePlayerProps) {
  const { src, onError } = useVideoUrl(video, onBroken);
  return (
    // Senders cannot add captions. The alt text describes the video.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      controls
      playsInline
      preload={video.posterUrl === null ? 'metadata' : 'none'}
      poster={video.posterUrl ?? undefined}
      src={src}
      aria-label={video.altText ?? t('chat.file.video')}
      className="absolute inset-0 size-full bg-overlay"
      onError={onError}
    />
  );
}
